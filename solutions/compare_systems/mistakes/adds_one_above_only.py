"""Your p is slightly too large, and where every trial counts it is larger than 1.

The observed signs are one more of the ways that you looked at: in how many places of the fraction
do they count?
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
    return (count + 1) / trials
