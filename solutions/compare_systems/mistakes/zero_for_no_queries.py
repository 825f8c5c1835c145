"""You answer for two systems that were never asked anything, as if they had been found equal.

To have no data and to find no difference are two things, and the caller cannot tell them apart
from your numbers: what does the lesson settle for no queries?
"""

import random

CLOSE = 1e-12


def differences(a, b):
    if not a and not b:
        return [0.0]
    return [score - other for score, other in zip(a, b, strict=True)]


def mean(numbers):
    return sum(numbers) / len(numbers)


def mean_difference(a, b):
    return mean(differences(a, b))


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed)) - CLOSE
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)


def is_noise(p, alpha=0.05):
    return p > alpha
