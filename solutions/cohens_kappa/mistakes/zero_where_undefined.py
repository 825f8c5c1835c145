"""Your kappa is 0 if both judges give one label to everything.

A kappa of 0 says that they agree as often as by chance; here nothing can be said. What does the lesson
return?
"""


def cohens_kappa(first, second):
    chance = chance_agreement(first, second)
    if chance == 1:
        return 0.0
    return (observed_agreement(first, second) - chance) / (1 - chance)


def weighted_kappa(first, second):
    both = pairs(first, second)
    seen = sum(abs(one - other) for one, other in both) / len(both)
    expected = sum(abs(one - other) for one in first for other in second) / len(both) ** 2
    if expected == 0:
        return 0.0
    return 1 - seen / expected
