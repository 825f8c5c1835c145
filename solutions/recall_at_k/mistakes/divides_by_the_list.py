"""You divide by the number of results, relevant or not.

Recall is a share of all relevant documents, and the list does not know them: which argument tells
your function?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    if not ranked_rels:
        return 0.0
    return sum(ranked_rels[:k]) / len(ranked_rels)
