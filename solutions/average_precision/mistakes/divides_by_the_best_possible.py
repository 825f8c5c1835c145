"""You compute a real variant of AP, but not the one of this lesson: it differs when k is small.

Look at the table of what programs divide by. What does yours do when more relevant documents exist
than there are places?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)], start=1):
        found += rel
        precisions += rel * found / position
    return precisions / max(min(k, total_relevant), 1)
