import math

def dcg(rels):
    return sum(rel / math.log2(i + 1) for i, rel in enumerate(rels, start=1))

def ndcg_at_k(ranked_rels, k):
    return dcg(ranked_rels[: max(k, 0)]) / dcg(sorted(ranked_rels, reverse=True)[: max(k, 0)])

print("quick test:", ndcg_at_k([3, 2, 0, 0, 1], 5))
