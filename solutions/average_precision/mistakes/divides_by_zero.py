"""Your formula is right, but it stops with an error where nothing relevant exists.

Where nothing is relevant, nothing can be found: which answer does the lesson give for a total of
0?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):

    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)], start=1):
        found += rel
        precisions += rel * found / position
    return precisions / total_relevant
