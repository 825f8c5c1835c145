"""Even the best possible order misses 1.0 with you where k leaves relevant results below it.

Above the line stand k results at most: how many stand below it? Follow a list in the best order,
with k = 1, through your second function.
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
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), len(ranked_rels), base)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, base) / ideal
