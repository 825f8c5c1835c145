import math


def calculate_dcg(relevances):
    return sum(rel / math.log2(rank + 1) for rank, rel in enumerate(relevances, start=1))


def calculate_ndcg(relevances, k=10):
    ideal = calculate_dcg(sorted(relevances, reverse=True)[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return calculate_dcg(relevances[: max(k, 0)]) / ideal
