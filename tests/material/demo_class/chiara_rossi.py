from math import log2


def dcg(rels):
    return sum(r / log2(i) for i, r in enumerate(rels, 2))  # 2 because of the +1


def ndcg_at_k(ranked_rels, k):
    idcg = dcg(sorted(ranked_rels)[::-1][: max(k, 0)])
    return dcg(ranked_rels[: max(k, 0)]) / idcg if idcg else 0.0
