"""You refuse a bad base only when there is a result to discount.

Whether a base is allowed does not depend on the list: what does your code say of a base of 1 and
an empty list?
"""


def dcg_with_base(rels, k, base):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        if base <= 1:
            raise ValueError("the base must be above 1")
        total += rel / math.log(position + 1, base)
    return total
