"""Your answers are all whole numbers, as if one could only find everything or nothing.

Work out 3 divided by 4 by the steps that your code takes, in Python and one at a time: after which
of them are the digits after the point gone?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    return sum(ranked_rels[:k]) // total_relevant
