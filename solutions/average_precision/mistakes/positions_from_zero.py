"""Your code divides by a position that is one too small, and by 0 for a relevant result at the top.

Python counts a list from 0 and readers count from 1: on the page [0, 1], where does the second
result stand for your code?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[: max(k, 0)]):
        if rel:
            found += 1
            precisions += found / position
    return precisions / total_relevant
