"""Your mean leaves out the queries for which no relevant document exists.

Some programs do that. Look for the row about them in the table of conventions: what do they
score here, and are they counted?
"""


def mean_average_precision(queries, k):
    if not queries:
        raise ValueError("there are no queries to take the mean of")
    total = 0.0
    counted = 0
    for ranked_rels, total_relevant in queries:
        if total_relevant:
            total += average_precision_at_k(ranked_rels, k, total_relevant)
            counted += 1
    return total / max(counted, 1)
