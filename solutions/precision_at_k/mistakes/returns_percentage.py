"""Your shares are out of a hundred, while the lesson's scale ends at one.

Which number should a page with only relevant results get, and which one does your function give?
"""


def precision_at_k(ranked_rels, k):
    if k < 1:
        return 0.0
    return 100 * sum(ranked_rels[:k]) / k
