"""You give each relevant result 1 divided by its position, as if it were the only one found.

At the third position of [1, 0, 1] the reader has found two: what is the precision there, and
what does your code add?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)], start=1):
        found += rel
        precisions += rel / position
    return precisions / total_relevant
