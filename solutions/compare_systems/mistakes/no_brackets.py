"""Your p is larger than 1, and a share of the trials can never be that.

Write count = 3 and trials = 9 into your last line and follow Python step by step: what is divided
by what, and what is added only after that?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed)) - CLOSE
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return count + 1 / trials + 1
