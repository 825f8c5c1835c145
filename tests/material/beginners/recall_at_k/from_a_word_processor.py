def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        raise ValueError(“nothing to find”)
    found = sum(ranked_rels[:k])
    return found / total_relevant
