"""You took the gain of the last lesson along: high grades weigh too much.

Only the discount is new here; read in the conventions what the gain is.
"""


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += (2**rel - 1) / math.log(position + 1, base)
    return total
