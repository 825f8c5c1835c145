"""Your weighted kappa is 0 for judges who agree on everything.

You have the disagreement, as a part of what chance would give. What is left to do with it?
"""


def weighted_kappa(first, second):
    both = pairs(first, second)
    seen = sum(abs(one - other) for one, other in both) / len(both)
    expected = sum(abs(one - other) for one in first for other in second) / len(both) ** 2
    if expected == 0:
        return None
    return seen / expected
