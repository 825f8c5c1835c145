import math


def ndcg(gains, k):
    dcg = 0
    idcg = 0
    ideal = sorted(gains, reverse=True)
    for i in range(k):
        dcg += gains[i] / math.log2(i + 2)
        idcg += ideal[i] / math.log2(i + 2)
    return dcg / idcg


def ndcg_at_cutoffs(results, graded_relevance):
    scores = []
    for query, docs in results.items():
        gains = [graded_relevance[query][d] for d in docs]
        scores.append((ndcg(gains, 5), ndcg(gains, 10)))
    return scores
