"""Your p is 1 for all systems, because in a trial all differences keep or lose their signs together.

If all signs change, the distance from 0 stays the same: how many coins does a trial with four
queries need?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed)) - CLOSE
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        sign = 1 if rng.random() < 0.5 else -1
        signed = [sign * d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)
