"""Your p does not depend on the seed that the caller chose.

A seed lets others repeat your test, and lets you see how much p moves with other tosses: where
does it reach your generator?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed)) - CLOSE
    rng = random.Random(0)
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)
