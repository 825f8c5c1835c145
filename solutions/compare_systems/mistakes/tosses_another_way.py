"""Your p comes from other tosses than everyone else's: it is close to theirs, but not the same.

The same seed gives the same numbers only to those who ask the generator in the same way: which
call does the task name, and how does it turn a number into a sign?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed)) - CLOSE
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        signed = [d * rng.choice((1, -1)) for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)
