"""Your weighted kappa divides by the largest distance that is possible.

The lesson divides by the distance that chance would give: the mean over every grade of one judge
with every grade of the other.
"""


def weighted_kappa(first, second):
    both = pairs(first, second)
    seen = sum(abs(one - other) for one, other in both) / len(both)
    largest = max([*first, *second]) - min([*first, *second])
    if largest == 0:
        return None
    return 1 - seen / largest
