"""You compute the precision of the last lesson: your share is taken of the places.

Write both definitions under each other: what stands above the line is the same, so what has to
change in your code?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    return sum(ranked_rels[:k]) / k
