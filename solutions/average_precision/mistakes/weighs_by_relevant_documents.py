"""In your mean a query with many relevant documents counts more than one with few.

The lesson takes the mean of the queries: how much does one of them count that has a single
relevant document, beside one with forty?
"""


def mean_average_precision(queries, k):
    if not queries:
        raise ValueError("there are no queries to take the mean of")
    total = 0.0
    for ranked_rels, total_relevant in queries:
        total += total_relevant * average_precision_at_k(ranked_rels, k, total_relevant)
    return total / max(sum(total_relevant for _, total_relevant in queries), 1)
