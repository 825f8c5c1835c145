"""NDCG@k: score a ranking whose results carry grades."""

import math


def dcg(rels):
    """Return the discounted cumulative gain of a list of grades."""
    score = 0
    for position, grade in enumerate(rels, start=1):
        score += grade / math.log2(position + 1)
    return score


def ndcg_at_k(ranked_rels, k):
    """Return the NDCG of the first k results, a number from 0.0 to 1.0."""
    seen = ranked_rels[: max(k, 0)]
    ideal = sorted(ranked_rels, reverse=True)[: max(k, 0)]
    best = dcg(ideal)
    if best == 0:
        return 0.0
    return dcg(seen) / best
