"""Your share is right for every k from 0 on, but with a negative k it comes out wrong.

You thought of k = 0; try [1, 2, 3][:-1] in Python and see which numbers are left, then read the
row about a small k in the conventions again.
"""


def precision_at_k(ranked_rels, k):
    if k == 0:
        return 0.0
    return sum(ranked_rels[:k]) / k
