"""Your code stops with an error at the first result of every list, since it divides by 0 there.

Python counts a list from 0 and readers count from 1: at which position does the first result
stand?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)]):
        found += rel
        precisions += rel * found / position
    return precisions / total_relevant
