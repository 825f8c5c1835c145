"""In your weighted kappa, differences above and below 0 cancel out.

A distance is never negative: which function of Python takes the sign away?
"""


def weighted_kappa(first, second):
    both = pairs(first, second)
    seen = sum(one - other for one, other in both) / len(both)
    expected = sum(one - other for one in first for other in second) / len(both) ** 2
    if expected == 0:
        return None
    return 1 - seen / expected
