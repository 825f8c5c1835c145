from math import fsum, log


def dcg_at_k(rels, k):
    k = min(k, len(rels))
    return fsum(map(lambda i: rels[i] * log(2) / log(i + 2), range(k)))
