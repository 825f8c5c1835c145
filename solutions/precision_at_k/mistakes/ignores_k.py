"""Relevant results below the cut are counted too.

Your division knows of k, but what is divided does not: try a page with its only relevant result
at the bottom and a k of 1, and see whether your share can go beyond 1.
"""


def precision_at_k(ranked_rels, k):
    if k < 1:
        return 0.0
    return sum(ranked_rels) / k
