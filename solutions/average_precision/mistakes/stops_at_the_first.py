"""Your sum ends at the first relevant result, as reciprocal rank does.

The reader of this lesson wants all of them: what is done in your loop after the first one turned
up?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)], start=1):
        found += rel
        precisions += rel * found / position
        if rel:
            break
    return precisions / total_relevant
