"""Every list with something relevant scores 1.0, because your code divides two equal DCGs.

One of the two belongs to what a reader sees, the other to the best that could have been shown:
print both lists just before you compute with them, for a ranking that is clearly bad.
"""


def ndcg_at_k(ranked_rels, k):
    best_first = sorted(ranked_rels, reverse=True)
    ideal = dcg(best_first[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return dcg(best_first[: max(k, 0)]) / ideal
