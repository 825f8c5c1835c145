def precision_at_k(ranked_rels, k):
    """precision = good ones / shown ones * 100"""
    shown = ranked_rels[0:k]
    good = shown.count(1)
    p = good / len(shown) * 100
    return round(p, 2)
