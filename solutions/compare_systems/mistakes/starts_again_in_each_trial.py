"""All of your trials are the same one, so your p is either 1 or as small as it can be.

A generator that is made anew with the same seed begins anew, too: how often does your function
make one, and how often should it?
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
    count = 0
    for _ in range(trials):
        rng = random.Random(seed)
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)


def is_noise(p, alpha=0.05):
    return p > alpha
