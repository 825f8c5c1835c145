def precision_at_k(ranked_rels, k):
    hits = 0
    for r in ranked_rels[:k]:
        if r == 1:
            hits = hits + 1
    return hit / k
