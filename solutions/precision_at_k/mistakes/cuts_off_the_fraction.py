"""Your answers are all whole numbers, as if a page were either perfect or worthless.

Work out 3 divided by 5 by the steps that your code takes, in Python and one at a time: after which
of them are the digits after the point gone?
"""


def precision_at_k(ranked_rels, k):
    if k < 1:
        return 0.0
    return sum(ranked_rels[:k]) // k
