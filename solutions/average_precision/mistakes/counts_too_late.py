"""Your first relevant result adds nothing, and each later one too little.

Precision at a position counts the result at that position too: at the top of [1, 0], how many has
the reader found, and how many does your code say?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)], start=1):
        precisions += rel * found / position
        found += rel
    return precisions / total_relevant
