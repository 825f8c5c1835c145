"""Your p is larger than 1, and a share of the trials can never be that.

Write count = 3 and trials = 9 into your last line and follow Python step by step: what is divided
by what, and what is added only after that?
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
    return count + 1 / trials + 1


def is_noise(p, alpha=0.05):
    return p > alpha
