from math import log2

def dcg(rels):
    # recursion! the last one has position len(rels)
    if not rels:
        return 0.0
    *before, last = rels
    return dcg(before) + last / log2(len(rels) + 1)

def ndcg_at_k(ranked_rels, k):
    """same list, two orders"""
    best_order = sorted(ranked_rels, key=lambda rel: -rel)
    try:
        return dcg(ranked_rels[: max(k, 0)]) / dcg(best_order[: max(k, 0)])
    except ZeroDivisionError:
        return 0.0      # nothing relevant
