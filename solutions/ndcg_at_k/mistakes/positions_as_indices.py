"""Your dcg leaves out the first result and stops with an error after the last one.

The formula counts positions from 1 and Python counts a list from 0: write down, for a list of
three results, the position and the index of each, and which indices your code asks for.
"""

import math


def dcg(rels):
    total = 0.0
    for i in range(1, len(rels) + 1):
        total += rels[i] / math.log2(i + 1)
    return total


def ndcg_at_k(ranked_rels, k):
    ideal = dcg(sorted(ranked_rels, reverse=True)[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / ideal
