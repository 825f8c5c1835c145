"""Recall@k: the share of all relevant documents that stand among the first k results."""


def recall_at_k(ranked_rels, k, total_relevant):
    """Return the number of relevant results among the first k, divided by total_relevant."""
    if total_relevant == 0:
        return 0.0
    return sum(ranked_rels[: max(k, 0)]) / total_relevant
