"""Your score stays the same when the first k results change places, so their order is lost.

Compare [1, 0] with [0, 1] for a k of 2: the reader looks back at each relevant result, so how
much has been read by then, and what do you divide by?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)], start=1):
        found += rel
    return found * found / max(k, 1) / total_relevant
