"""Each single score is right, but your mean comes out the same for every k.

A reader who stops after k results does so for each query: on its way from the mean to the single
query, where does k get lost?
"""


def mean_average_precision(queries, k):
    if not queries:
        raise ValueError("there are no queries to take the mean of")
    total = 0.0
    for ranked_rels, total_relevant in queries:
        total += average_precision_at_k(ranked_rels, len(ranked_rels), total_relevant)
    return total / len(queries)
