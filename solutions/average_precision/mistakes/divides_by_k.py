"""You divide by the number of places, as precision does.

Ten places cannot be filled well where two relevant documents exist: over what does this lesson
take the average?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)], start=1):
        found += rel
        precisions += rel * found / position
    return precisions / max(k, 1)
