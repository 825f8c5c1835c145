"""Your ideal stops after k, while what you divide by it goes on to the end of the list.

A reader who stops after k results gains nothing from those below: in which of your two DCGs do
they still count?
"""


def ndcg_at_k(ranked_rels, k):
    ideal = dcg(sorted(ranked_rels, reverse=True)[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels) / ideal
