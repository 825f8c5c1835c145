"""Your NDCG is right, but your DCG comes out too large, by one factor for all lists.

Both DCGs of a quotient are too large by the same factor, which cancels there, so only dcg
shows it: what does your code divide the very first result by, and what should it be?
"""

import math


def dcg(rels):
    total = 0.0
    for position, rel in enumerate(rels, start=1):
        total += rel / math.log(position + 1)
    return total


def ndcg_at_k(ranked_rels, k):
    ideal = dcg(sorted(ranked_rels, reverse=True)[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / ideal
