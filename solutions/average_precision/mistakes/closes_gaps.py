"""Your code moves relevant results up over irrelevant ones, so the order of the first k is lost.

An irrelevant result adds nothing, but the reader has to get past it: at which position does the
second relevant one of [1, 0, 1] stand?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    relevant = [rel for rel in ranked_rels[: max(k, 0)] if rel]
    for position, rel in enumerate(relevant, start=1):
        found += rel
        precisions += rel * found / position
    return precisions / total_relevant
