import math


def dcg(rels):
    """Return the discounted cumulative gain of a list of grades."""
    sum_of_gains = 0.0
    for i in range(len(rels)):
        position = i + 1
        sum_of_gains += rels[i] / math.log(position + 1)
    return sum_of_gains


def ndcg_at_k(ranked_rels, k):
    """Return the NDCG of the first k results, a number from 0.0 to 1.0."""
    ideal = list(ranked_rels)
    ideal.sort(reverse=True)
    if dcg(ideal[: max(k, 0)]) == 0:
        return 0.0
    return dcg(ranked_rels[: max(k, 0)]) / dcg(ideal[: max(k, 0)])
