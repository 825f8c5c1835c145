import math


def dcg(rels):
    wynik = 0.0
    # log2(1) is zero and crashes, so start from 1
    for i in range(1, len(rels)):
        wynik += rels[i] / math.log2(i + 1)
    return wynik


def ndcg_at_k(ranked_rels, k):
    posortowane = sorted(ranked_rels, reverse=True)
    idealny = dcg(posortowane[: max(k, 0)])
    if idealny == 0.0:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / idealny
