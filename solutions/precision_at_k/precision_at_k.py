"""Precision@k: the share of relevant results among the first k."""


def precision_at_k(ranked_rels, k):
    """Return the number of relevant results among the first k, divided by k."""
    if k < 1:
        return 0.0
    return sum(ranked_rels[:k]) / k
