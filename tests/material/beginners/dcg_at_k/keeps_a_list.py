import math


def dcg_at_k(rels, k):
    result = []
    i = 1
    for rel in rels[:k]:
        result.append(rel / math.log2(i) + 1)
        i += 1
    return result
