def average_precision_at_k(ranked_rels, k, total_relevant):
    precisions = []
    for i in range(1, k + 1):
        precisions.append(sum(ranked_rels[:i]) / i)
    return sum(precisions) / len(precisions)


def mean_average_precision(queries, k):
    total = 0
    for ranked_rels, total_relevant in queries:
        total += average_precision_at_k(ranked_rels, k, total_relevant)
    return total / len(queries)
