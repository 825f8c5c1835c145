"""Your answers are all whole numbers, as if one could only find everything or nothing.

Python has two signs for a division: work out 3 divided by 4 with the one that you use, and with
the other one.
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    return sum(ranked_rels[:k]) // total_relevant
