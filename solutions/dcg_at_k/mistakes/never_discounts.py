"""You compute the cumulative gain of the last lesson: every position counts in full.

Compare [3, 0] with [0, 3]: which of them is better for a reader, and which step of the formula
makes the difference?
"""


def dcg_at_k(rels, k):
    return sum(rels[: max(k, 0)])
