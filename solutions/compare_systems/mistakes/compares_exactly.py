"""Your p is a little too small for some systems, because equal sums do not compare as equal.

Ask Python whether 0.1 + 0.2 == 0.3, then whether the means of two trials that agree on paper agree
in your code: how far apart may two numbers be that you still want to call equal?
"""

import random

def differences(a, b):
    if not a:
        raise ValueError("there are no queries to compare")
    return [score - other for score, other in zip(a, b, strict=True)]


def mean(numbers):
    return sum(numbers) / len(numbers)


def mean_difference(a, b):
    return mean(differences(a, b))


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed))
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)


def is_noise(p, alpha=0.05):
    return p > alpha
