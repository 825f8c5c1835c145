"""You return how many relevant results were found, and the lesson asks for a share.

Two of two and two of two hundred are not equally good: which step of the formula tells them
apart?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    return sum(ranked_rels[:k])
