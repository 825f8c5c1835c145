"""Your weighted kappa compares a sum with a mean.

How many pairs of grades are in each of the two sums? Divide each by its own number.
"""


def weighted_kappa(first, second):
    both = pairs(first, second)
    seen = sum(abs(one - other) for one, other in both) / len(both)
    expected = sum(abs(one - other) for one in first for other in second) / len(both)
    if expected == 0:
        return None
    return 1 - seen / expected
