def average_precision_at_k(ranked_rels, k, total_relevant):
    precision = 0
    relevant = 0
    n = 0
    for rel in ranked_rels:
        n += 1
        if n > k:
            break
        if rel == 1:
            relevant =+ 1
            precision += relevant / n
    return precision / total_relevant


def mean_average_precision(queries, k):
    return sum([average_precision_at_k(r, k, t) for r, t in queries]) / len(queries)
