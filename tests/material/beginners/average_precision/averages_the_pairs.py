def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    total = 0.0
    for position, rel in enumerate(ranked_rels[:k], start=1):
        if rel == 1:
            found += 1
        total += found / position
    return total / total_relevant


def mean_average_precision(queries, k):
    total = 0
    for query in queries:
        total += average_precision_at_k(query, k)
    return total / len(queries)
