from math import *


def dcg_at_k(rels, k):
    sum = 0
    for position in range(1, len(rels)):
        sum += rels[position - 1] / log(position + 1, 10)
    return sum
