"""Your average is taken over what was found, and where nothing was found that divides by zero.

Both have one cause. An engine that hides nine good results must not score better for it: which
number tells your function how many there were to find?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[:k], start=1):
        found += rel
        precisions += rel * found / position
    return precisions / found
