"""Your ideal only knows the documents that made the cut, so a good one below it costs nothing.

You settled this once in ndcg_at_k: which comes first, the best order or the first k places, and
in what order does your code take these two steps?
"""


def ndcg_of_one(gains, candidates, k):
    cut = max(k, 0)
    ideal = dcg(sorted(list(candidates)[:cut], reverse=True))
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal
