"""Where the base is above 2, you leave results near the top as they are.

The divisors of the lesson begin below 1 there, and a result may be worth more than its grade. Lay
your divisors for base 10 beside the table, position by position: which ones differ?
"""


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / max(1, math.log(position + 1, base))
    return total
