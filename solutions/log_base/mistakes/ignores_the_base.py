"""Your NDCG is right with every base, but your DCG is always that of base 2.

The two functions part here: one of them cannot tell bases apart, and the other one has to. What
does your code do with its third argument?
"""

import math


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log2(position + 1)
    return total


def ndcg_with_base(ranked_rels, k, base):
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, base)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, base) / ideal
