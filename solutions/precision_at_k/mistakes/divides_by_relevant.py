"""You divide by the number of relevant results, so you answer how many of them were found.

The next lesson asks that question; here you divide by a number that does not depend on what is
relevant.
"""


def precision_at_k(ranked_rels, k):
    if k < 1 or sum(ranked_rels) == 0:
        return 0.0
    return sum(ranked_rels[:k]) / sum(ranked_rels)
