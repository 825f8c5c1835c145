"""You refuse bases below 1, but a base of 1 itself gets through.

Every power of 1 is 1: what is the logarithm of 2 to that base, and which bases does the lesson
turn away?
"""


def dcg_with_base(rels, k, base):
    if base < 1:
        raise ValueError("the base of a logarithm must be above 1 here")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1, base)
    return total
