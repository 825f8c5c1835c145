"""You refuse bases that the lesson allows.

A base has to be above 1 and need not be a whole number: what does your check make of 1.5?
"""


def dcg_with_base(rels, k, base):
    if base < 2:
        raise ValueError("the base must be 2 or more")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1, base)
    return total
