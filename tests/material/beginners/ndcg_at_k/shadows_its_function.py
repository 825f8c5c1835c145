import math


def dcg(rels):
    total = 0
    for i in range(len(rels)):
        total += rels[i] / math.log(i + 2)
    return total


def ndcg_at_k(ranked_rels, k):
    dcg = dcg(ranked_rels[:k])
    idcg = dcg(sorted(ranked_rels)[:k])
    return dcg / idcg
