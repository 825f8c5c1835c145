def recall_at_k(ranked_rels, k, total_relevant):
    found = 0
    for x in ranked_rels[:k]:
        if x == 1:
            found += 1
    recall = found / total_relevant
    print("The recall is", recall)
