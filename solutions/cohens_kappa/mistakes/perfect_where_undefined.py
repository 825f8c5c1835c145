"""Your kappa is 1 if both judges give one label to everything.

They may not have looked at a single document: what do such labels say about them?
"""


def cohens_kappa(first, second):
    chance = chance_agreement(first, second)
    if chance == 1:
        return 1.0
    return (observed_agreement(first, second) - chance) / (1 - chance)


def weighted_kappa(first, second):
    both = pairs(first, second)
    seen = sum(abs(one - other) for one, other in both) / len(both)
    expected = sum(abs(one - other) for one in first for other in second) / len(both) ** 2
    if expected == 0:
        return 1.0
    return 1 - seen / expected
