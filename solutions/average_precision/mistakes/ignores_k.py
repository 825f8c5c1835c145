"""Your score uses the whole list as soon as k is 1 or more.

A reader who stops after k results does not see the rest: where does your code use k?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels if k > 0 else [], start=1):
        found += rel
        precisions += rel * found / position
    return precisions / total_relevant
