"""Your answers are all whole numbers, as if a page were either perfect or worthless.

Python has two signs for a division: work out 3 divided by 5 with the one that you use, and with
the other one.
"""


def precision_at_k(ranked_rels, k):
    if k < 1:
        return 0.0
    return sum(ranked_rels[:k]) // k
