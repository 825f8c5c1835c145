"""You divide by the number of relevant results, so you answer how many of them were found.

That is a good question too, and the next lesson asks it; here the share is taken of something
that does not depend on what is relevant.
"""


def precision_at_k(ranked_rels, k):
    if k < 1 or sum(ranked_rels) == 0:
        return 0.0
    return sum(ranked_rels[:k]) / sum(ranked_rels)
