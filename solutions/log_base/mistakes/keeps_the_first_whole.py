"""You adjust the formula so that the first result keeps its grade, and the rest is out of scale.

The lesson adds one to the position, whatever the base is; a first result worth more than its grade
looks odd and is right. Compare your divisors with the table, column by column.
"""


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position - 1 + base, base)
    return total
