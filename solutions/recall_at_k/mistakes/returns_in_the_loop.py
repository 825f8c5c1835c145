"""Your function ends after the first result.

A return ends the whole function at once, wherever it stands: how far is it indented in your code,
and when should the division happen?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    found = 0
    for rel in ranked_rels[:k]:
        found += rel
        return found / total_relevant
    return 0.0
