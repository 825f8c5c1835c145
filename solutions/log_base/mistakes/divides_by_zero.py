"""Your formulas are right, but your NDCG stops with an error when there is nothing to find.

Think of a list of zeros, an empty list and k = 0: what is the ideal DCG of each, and which answer
does the lesson settle for them?
"""

import math


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1, base)
    return total


def ndcg_with_base(ranked_rels, k, base):
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, base)
    return dcg_with_base(ranked_rels, k, base) / ideal
