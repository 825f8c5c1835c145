"""Your dcg stops with an error as soon as there is a result to discount.

Work out the divisor of the first result as your code does: which number goes into the
logarithm, what comes out, and may you divide by that? The table in the lesson starts with 1.
"""

import math


def dcg(rels):
    total = 0.0
    for i, rel in enumerate(rels):
        total += rel / math.log2(i + 1)
    return total


def ndcg_at_k(ranked_rels, k):
    ideal = dcg(sorted(ranked_rels, reverse=True)[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / ideal
