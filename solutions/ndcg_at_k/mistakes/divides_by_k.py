"""You take an average over k places, as precision does, so a perfect order need not score 1.0.

To normalize here means to ask how much this list could have earned at best: which number is
that, and where does your code compute it?
"""


def ndcg_at_k(ranked_rels, k):
    if k < 1:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / k
