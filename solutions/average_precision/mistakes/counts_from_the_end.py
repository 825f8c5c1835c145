"""Your score is right for every k from 0 on, but with a negative k it still finds results.

Try [1, 2, 3][:-1] in Python and see which numbers are left: what does the course say about such a
k?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[:k], start=1):
        found += rel
        precisions += rel * found / position
    return precisions / total_relevant
