import math


def dcg(rels):
    total = 0
    for i, rel in enumerate(rels):
        total += rel / math.log2(i + 1)
    return total


def ndcg_at_k(ranked_rels, k):
    ideal = ranked_rels.sort(reverse=True)
    return dcg(ranked_rels[:k]) / dcg(ideal[:k])
