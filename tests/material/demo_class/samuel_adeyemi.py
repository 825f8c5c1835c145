import math


def dcg(rels):
    total = 0.0
    for i, rel in enumerate(rels, start=1):
        total += rel / (math.log2(i) + 1)
    return total


def ndcg_at_k(ranked_rels, k):
    best_to_worst = sorted(ranked_rels, reverse=True)
    ideal = dcg(best_to_worst[: max(k, 0)])
    return 0.0 if ideal == 0 else dcg(ranked_rels[: max(k, 0)]) / ideal
