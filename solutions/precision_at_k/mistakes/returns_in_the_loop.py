"""Your function ends after the first result.

A return ends the whole function at once, wherever it stands: how far is it indented in your code,
and when should the division happen?
"""


def precision_at_k(ranked_rels, k):
    if k < 1:
        return 0.0
    found = 0
    for rel in ranked_rels[:k]:
        found += rel
        return found / k
    return 0.0
