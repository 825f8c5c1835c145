"""Your mean leaves out the queries that scored 0, so failing completely is never punished.

Compare an engine that answers one of two queries perfectly with one that answers both: which
number does your code divide by?
"""


def mean_average_precision(queries, k):
    if not queries:
        raise ValueError("there are no queries to take the mean of")
    scores = [average_precision_at_k(rels, k, relevant) for rels, relevant in queries]
    counted = [score for score in scores if score > 0]
    return sum(counted) / max(len(counted), 1)
