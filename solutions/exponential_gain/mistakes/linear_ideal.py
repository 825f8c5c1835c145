"""Your DCG is right, but your NDCG can leave the range from 0 to 1.

A list in the best order has to score 1 exactly: print both numbers that you divide for such a
list, and see which gain each of them was made with.
"""


def linear_dcg(rels):
    return sum(rel / math.log2(i + 2) for i, rel in enumerate(rels))


def exponential_ndcg(ranked_rels, k):
    ideal = linear_dcg(sorted(ranked_rels, reverse=True)[: max(k, 0)])
    if ideal == 0:
        return 0.0
    return exponential_dcg(ranked_rels, k) / ideal
