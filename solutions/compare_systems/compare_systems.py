"""Comparing two systems over the same queries: a difference, or noise?"""

import random

CLOSE = 1e-12


def differences(a, b):
    """Return the score of A minus the score of B for each query."""
    if not a:
        raise ValueError("there are no queries to compare")
    # strict refuses, with a ValueError too, lists of which one is longer.
    return [score - other for score, other in zip(a, b, strict=True)]


def mean(numbers):
    """Return the mean of some numbers."""
    return sum(numbers) / len(numbers)


def mean_difference(a, b):
    """Return the mean over the queries of the score of A minus the score of B."""
    return mean(differences(a, b))


def randomization_test(a, b, trials, seed):
    """Return the p-value of the difference between A and B, from so many trials."""
    observed = differences(a, b)
    far = abs(mean(observed)) - CLOSE
    rng = random.Random(seed)  # noqa: S311 - nothing is kept secret by it
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)


def is_noise(p, alpha=0.05):
    """Return whether a difference with this p-value cannot be told from noise."""
    return p > alpha
