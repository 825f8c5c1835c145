"""Your ideal only knows the documents that made the cut, so a good one below it costs nothing.

In ndcg_at_k you had the same question: which comes first, the best order or the first k places?
"""


def ndcg_of_one(gains, candidates, k):
    cut = max(k, 0)
    ideal = dcg(sorted(list(candidates)[:cut], reverse=True))
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal
