"""Your weighted kappa squares the distances.

Those are quadratic weights, for which a distance of 2 counts four times. What does the lesson
count?
"""


def weighted_kappa(first, second):
    both = pairs(first, second)
    seen = sum((one - other) ** 2 for one, other in both) / len(both)
    expected = sum((one - other) ** 2 for one in first for other in second) / len(both) ** 2
    if expected == 0:
        return None
    return 1 - seen / expected
