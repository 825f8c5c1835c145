"""Each single score is right, but your mean is their sum, which no query can lower.

Two perfect pages give you a mean of 2, but it should lie between 0 and 1: what turns a sum into a
mean?
"""


def mean_average_precision(queries, k):
    if not queries:
        raise ValueError("there are no queries to take the mean of")
    total = 0.0
    for ranked_rels, total_relevant in queries:
        total += average_precision_at_k(ranked_rels, k, total_relevant)
    return total
