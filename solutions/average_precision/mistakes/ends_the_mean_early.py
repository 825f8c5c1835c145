"""Your mean ends after the first query, so the other queries do not count.

Take the mean of a perfect page and of an empty one that follows it: which of the two does your
loop never reach, and what ends it so soon?
"""


def mean_average_precision(queries, k):
    if not queries:
        raise ValueError("there are no queries to take the mean of")
    total = 0.0
    for ranked_rels, total_relevant in queries:
        total += average_precision_at_k(ranked_rels, k, total_relevant)
        return total / len(queries)
