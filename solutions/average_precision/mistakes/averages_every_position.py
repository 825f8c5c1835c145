"""You add up the precision at every position, also where the result is not relevant.

In the worked example the precision counts three times on a page of five: when, and how often does
it count in your code?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)], start=1):
        found += rel
        precisions += found / position
    return precisions / total_relevant
