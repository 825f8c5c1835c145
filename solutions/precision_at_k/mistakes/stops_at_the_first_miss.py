"""You stop counting at the first result that is not relevant.

A reader goes past it and looks at all k places: which relevant results does your code never
reach?
"""


def precision_at_k(ranked_rels, k):
    if k < 1:
        return 0.0
    found = 0
    for rel in ranked_rels[:k]:
        if rel == 0:
            break
        found += rel
    return found / k
