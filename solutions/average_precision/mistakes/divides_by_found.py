"""Your average is taken over the relevant results that were found, so a miss costs nothing.

An engine that shows one good result and hides nine others would score 1: which number tells
your function how many there were to find?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)], start=1):
        found += rel
        precisions += rel * found / position
    return precisions / max(found, 1)
