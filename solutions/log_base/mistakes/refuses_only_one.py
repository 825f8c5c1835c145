"""You refuse a base of 1, but not those below it.

A base of one half is no better: which sign does its logarithm of 4 have, and what does that do to
a gain?
"""


def dcg_with_base(rels, k, base):
    if base == 1:
        raise ValueError("the base must not be 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1, base)
    return total
