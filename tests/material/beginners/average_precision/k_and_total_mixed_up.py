def average_precision_at_k(ranked_rels, k, total_relevant):
    hits = 0
    score = 0
    for i, rel in enumerate(ranked_rels[:k]):
        if rel:
            hits += 1
            score += hits / i
    if hits == 0:
        return 0
    return score / hits


def mean_average_precision(queries, k):
    aps = []
    for q in queries:
        aps.append(average_precision_at_k(q[0], q[1], k))
    return sum(aps) / len(aps)
