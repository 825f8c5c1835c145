"""You leave out the queries on which both systems score alike.

They are part of the comparison, and they say that there is little between the two: by how many
queries does the lesson divide, and for how many does it toss?
"""

import random

CLOSE = 1e-12


def differences(a, b):
    if not a:
        raise ValueError("there are no queries to compare")
    found = [score - other for score, other in zip(a, b, strict=True)]
    return [d for d in found if d != 0] or [0.0]


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
