import heapq
from functools import reduce
from itertools import islice
from math import log2

dcg = lambda rels: reduce(lambda acc, p: acc + p[1] / log2(p[0] + 2), enumerate(rels), 0.0)


def ndcg_at_k(ranked_rels, k):
    top, ideal = islice(ranked_rels, max(k, 0)), heapq.nlargest(k, ranked_rels)
    return dcg(top) / (dcg(ideal) or 1)


if __name__ == "__main__":
    k = int(input("k? "))
    print(ndcg_at_k([3, 2, 0, 0, 1], k))
