"""Your ideal only knows the documents that made the cut, so a good one below it leaves no gap.

The documents that stand too low are what this lesson is looking for: which comes first, the best
order or the cut?
"""


def ndcg_at_k(gains, k):
    cut = max(k, 0)
    ideal = dcg(sorted(gains[:cut], reverse=True))
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal
