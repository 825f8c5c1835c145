def recall_at_k(ranked_rels, total_relevant, k):
    found = 0
    for i in range(k):
        found += ranked_rels[i]
    return found / total_relevant
