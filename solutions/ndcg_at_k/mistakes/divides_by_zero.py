"""Your formula is right, but it stops with an error when there is nothing relevant to find.

Think of a list of zeros, an empty list and k = 0: what is the ideal DCG of each, and which answer
does the lesson give for them?
"""


def ndcg_at_k(ranked_rels, k):
    ideal = dcg(sorted(ranked_rels, reverse=True)[: max(k, 0)])
    return dcg(ranked_rels[: max(k, 0)]) / ideal
