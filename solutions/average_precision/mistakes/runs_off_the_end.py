"""Your score is right until k is larger than the list, and then it stops with an error.

A search may find only two documents for ten places: which result does your code ask for after the
second one?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position in range(1, k + 1):
        rel = ranked_rels[position - 1]
        found += rel
        precisions += rel * found / position
    return precisions / total_relevant
