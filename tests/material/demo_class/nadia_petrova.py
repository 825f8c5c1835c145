import math


def dcg(rels):
    gains = [rel / math.log2(i + 2) for i, rel in enumerate(rels)]
    return sum(gains)


def ndcg_at_k(ranked_rels, k):
    # first the real order ...
    real = dcg(ranked_rels[: max(k, 0)])
    # ... then the ideal order
    ideal_rels = ranked_rels
    ideal_rels.sort(reverse=True)
    ideal = dcg(ideal_rels[: max(k, 0)])
    if ideal > 0:
        return real / ideal
    return 0.0
