"""Your mean leaves out the queries that scored 0, so failing completely is never punished.

Compare an engine that answers one of two queries perfectly with one that answers both: which
number does your code divide by?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)], start=1):
        found += rel
        precisions += rel * found / position
    return precisions / total_relevant


def mean_average_precision(queries, k):
    if not queries:
        raise ValueError("there are no queries to take the mean of")
    scores = [average_precision_at_k(rels, k, relevant) for rels, relevant in queries]
    counted = [score for score in scores if score > 0]
    return sum(counted) / max(len(counted), 1)
