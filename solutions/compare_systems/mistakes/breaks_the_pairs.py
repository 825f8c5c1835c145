"""You mix the scores of all queries, so that hard and easy queries drown what the systems differ by.

The lesson takes the difference of each query first: what may be exchanged in a trial, any two
scores or only the two of one query?
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
    scores = [*a, *b]
    far = abs(mean(observed)) - CLOSE
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        rng.shuffle(scores)
        signed = differences(scores[: len(a)], scores[len(a) :])
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)


def is_noise(p, alpha=0.05):
    return p > alpha
