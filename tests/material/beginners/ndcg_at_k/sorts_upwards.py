import math


def dcg(rels):
    d = 0
    for pos in range(len(rels)):
        d += rels[pos] / math.log2(pos + 2)
    return d


def ndcg_at_k(ranked_rels, k):
    ranked_rels = ranked_rels[:k]
    best = sorted(ranked_rels)
    if dcg(best) == 0:
        return 0
    return dcg(ranked_rels) / dcg(best)
