"""You divide by the relevant results of the list, so what the engine missed costs nothing.

A page with one of ten relevant documents would get full marks: which argument knows about the
other nine?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    if sum(ranked_rels) == 0:
        return 0.0
    return sum(ranked_rels[:k]) / sum(ranked_rels)
