"""Your code looks at the first result of the page and at no other.

A function ends at the first return that it meets: how often does your loop go round, and how
often should it?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels[:k], start=1):
        found += rel
        precisions += rel * found / position
        return precisions / total_relevant
