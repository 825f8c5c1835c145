"""You compute a real variant of DCG, but not the one of this lesson: high grades weigh too much.

Many books and libraries raise 2 to the power of the grade, which changes nothing for grades 0
and 1 and much for all others; read again in the conventions what a gain is here.
"""

import math


def dcg(rels):
    total = 0.0
    for position, rel in enumerate(rels, start=1):
        total += (2**rel - 1) / math.log2(position + 1)
    return total


def ndcg_at_k(ranked_rels, k):
    ideal = dcg(sorted(ranked_rels, reverse=True)[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / ideal
