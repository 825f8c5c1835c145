"""You return how many relevant results there are, and the lesson asks for a share.

Three of five and three of fifty are not equally good: which step of the formula tells them
apart?
"""


def precision_at_k(ranked_rels, k):
    return sum(ranked_rels[: max(k, 0)])
