"""Your code gives every relevant result the position of the first one, so a score may pass 1.

Try [1, 0, 1].index(1) in Python: which of the two ones does it tell about?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for rel in ranked_rels[: max(k, 0)]:
        found += rel
        precisions += rel * found / (ranked_rels.index(rel) + 1)
    return precisions / total_relevant
