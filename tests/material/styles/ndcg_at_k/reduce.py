from functools import partial, reduce
from math import log2


def _add(cut, total, pair):
    index, grade = pair
    return total + grade / log2(index + 2) if index < cut else total


def dcg(rels, cut=1000):
    return reduce(partial(_add, cut), enumerate(rels), 0.0)


def ndcg_at_k(ranked_rels, k):
    ideal = dcg(sorted(ranked_rels, key=lambda grade: -grade), k)
    return dcg(ranked_rels, k) / ideal if ideal else 0.0
