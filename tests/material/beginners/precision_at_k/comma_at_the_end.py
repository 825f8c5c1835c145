def precision_at_k(ranked_rels, k):
    total = 0
    if k == 0:
        return 0
    for index in range(0, k):
        total = total + ranked_rels[index]
    precision = total / k,
    return precision
