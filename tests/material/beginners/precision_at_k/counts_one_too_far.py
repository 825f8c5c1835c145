# my try at precision
def precision_at_k(ranked_rels, k):
    relevant = 0
    for i in range(k + 1):
        if ranked_rels[i] == 1:
            relevant += 1
    return relevant / k
