"""Your p can be 0, as if luck had been shown to be impossible.

One way to set the signs is known before the first trial, and it is as far from 0 as itself: where
does it stand in your fraction, above and below?
"""

import random

CLOSE = 1e-12


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
    far = abs(mean(observed)) - CLOSE
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return count / trials


def is_noise(p, alpha=0.05):
    return p > alpha
