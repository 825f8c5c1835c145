"""You refuse a base of 1, but not those below it.

A base of one half is no better: which sign does its logarithm of 4 have, and what does that do to
a gain?
"""

import math


def dcg_with_base(rels, k, base):
    if base == 1:
        raise ValueError("the base must not be 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1, base)
    return total


def ndcg_with_base(ranked_rels, k, base):
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, base)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, base) / ideal
