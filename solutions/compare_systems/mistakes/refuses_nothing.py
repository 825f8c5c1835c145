"""Your code compares whatever it is given, also lists of different lengths and empty ones.

Give it three scores and four, and then none at all: for both the lesson settles what the caller
should hear, so what can you check before you subtract?
"""

import random

CLOSE = 1e-12


def differences(a, b):
    return [score - other for score, other in zip(a, b, strict=False)]


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
