"""Your DCG refuses a bad base, but your NDCG takes any number for one.

The base cancels, so a score does not show it: what does the lesson settle for a base of 1, and for
which of the two functions?
"""

import math


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base of a logarithm must be above 1 here")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1, base)
    return total


def ndcg_with_base(ranked_rels, k, base):
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, 2)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, 2) / ideal
