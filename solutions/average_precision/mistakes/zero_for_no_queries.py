"""Without any query you return a score, as if something had been measured.

A 0 looks like a very bad engine: what does the lesson ask for if there are no queries?
"""


def mean_average_precision(queries, k):
    if not queries:
        return 0.0
    total = 0.0
    for ranked_rels, total_relevant in queries:
        total += average_precision_at_k(ranked_rels, k, total_relevant)
    return total / len(queries)
