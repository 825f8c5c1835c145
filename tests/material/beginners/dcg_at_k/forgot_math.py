def dcg_at_k(rels, k):
    dcg = 0
    for i in range(k):
        dcg += rels[i] / math.log2(i + 1)
    return dcg
