"""NDCG@k: score a ranking whose results carry grades."""

import math


def dcg(rels):
    """Return the discounted cumulative gain of a list of grades."""
    total = 0.0
    for position, rel in enumerate(rels, start=1):
        total += rel / math.log2(position + 1)
    return total


def ndcg_at_k(ranked_rels, k):
    """Return the NDCG of the first k results, a number from 0.0 to 1.0."""
    cut = max(k, 0)
    best_first = sorted(ranked_rels, reverse=True)
    ideal = dcg(best_first[:cut])
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels[:cut]) / ideal
