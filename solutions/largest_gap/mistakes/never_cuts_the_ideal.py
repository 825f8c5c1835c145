"""Your NDCG of a list in the best order stays below 1.0 where relevant documents lie below k.

Above the line stand k documents at most: how many stand below it? Follow a list of six equal
grades through your NDCG@5.
"""


def ndcg_at_k(gains, k):
    cut = max(k, 0)
    ideal = dcg(sorted(gains, reverse=True))
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal
