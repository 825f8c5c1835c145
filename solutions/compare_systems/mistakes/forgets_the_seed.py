"""Your p changes from call to call, so it cannot be checked.

Call your function twice with the same seed and compare: which generator do your tosses come from,
and what else takes numbers from it?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed)) - CLOSE
    count = 0
    for _ in range(trials):
        signed = [d if random.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)
