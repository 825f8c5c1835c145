"""Your ideal collects the grades of the whole list, while what you divide by it stops after k.

With k = 1 a reader sees one result: how many results does the best possible first page hold
then, and how many did your code add up for it?
"""


def ndcg_at_k(ranked_rels, k):
    ideal = dcg(sorted(ranked_rels, reverse=True))
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / ideal
