"""Your average is taken over all relevant results of the list, also over those below the cut.

The list cannot know of documents that the engine never returned: which of the three things that
you are given does?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)], start=1):
        found += rel
        precisions += rel * found / position
    return precisions / max(sum(ranked_rels), 1)
