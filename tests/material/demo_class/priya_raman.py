import math


def gain(rel):
    # formula from a blog post, more weight for the very good ones
    return pow(2, rel) - 1


def dcg(rels):
    total = 0.0
    for pos, rel in enumerate(rels, 1):
        total += gain(rel) / math.log2(1 + pos)
    return total


def ndcg_at_k(ranked_rels, k):
    total = dcg(ranked_rels[: max(k, 0)])
    max_total = dcg(sorted(ranked_rels, reverse=True)[: max(k, 0)])
    if max_total == 0:
        return 0.0
    return total / max_total
