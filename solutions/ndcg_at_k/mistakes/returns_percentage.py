"""Your scores are out of a hundred, while the lesson's scale ends at one.

Which number should a perfect order get, and which one does your function give?
"""


def ndcg_at_k(ranked_rels, k):
    ideal = dcg(sorted(ranked_rels, reverse=True)[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return 100 * dcg(ranked_rels[: max(k, 0)]) / ideal
