"""If both judges give one label to everything, your code divides by zero.

What is the chance agreement then, and what does the lesson return?
"""


def cohens_kappa(first, second):
    chance = chance_agreement(first, second)
    return (observed_agreement(first, second) - chance) / (1 - chance)


def weighted_kappa(first, second):
    both = pairs(first, second)
    seen = sum(abs(one - other) for one, other in both) / len(both)
    expected = sum(abs(one - other) for one in first for other in second) / len(both) ** 2
    return 1 - seen / expected
