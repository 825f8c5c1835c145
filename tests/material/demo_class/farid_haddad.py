import math


def dcg(rels):
    total = 0
    for i, rel in enumerate(rels, start=1)
        total += rel / math.log2(i + 1)
    return total


def ndcg_at_k(ranked_rels, k):
    ideal = dcg(sorted(ranked_rels, reverse=True)[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / ideal
