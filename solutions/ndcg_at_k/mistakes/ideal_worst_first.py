"""Your ideal begins with the worst results, so a good ranking can score above 1.0.

Print the list that you compare with, for any three different grades: which end did Python put
first, and which one should a reader meet first?
"""


def ndcg_at_k(ranked_rels, k):
    ideal = dcg(sorted(ranked_rels)[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / ideal
