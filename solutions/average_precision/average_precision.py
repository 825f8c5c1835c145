"""AP and MAP: one number for precision at every relevant result, for one query and for many."""


def average_precision_at_k(ranked_rels, k, total_relevant):
    """Return the average precision of the first k results."""
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)], start=1):
        found += rel
        precisions += rel * found / position
    return precisions / total_relevant


def mean_average_precision(queries, k):
    """Return the mean of the average precisions of several queries."""
    if not queries:
        raise ValueError("there are no queries to take the mean of")
    total = 0.0
    for ranked_rels, total_relevant in queries:
        total += average_precision_at_k(ranked_rels, k, total_relevant)
    return total / len(queries)
