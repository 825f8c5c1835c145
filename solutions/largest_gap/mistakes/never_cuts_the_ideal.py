"""Your NDCG of a list in the best order is below 1.0 if there are relevant documents after the cut.

Above the line stand k documents at most: how many stand below it? Follow a list of six equal
grades through your NDCG@5.
"""


def ndcg_at_k(gains, k):
    cut = max(k, 0)
    ideal = dcg(sorted(gains, reverse=True))
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal
