import math


def dcg(rels):
    total = 0.0
    for position, rel in enumerate(rels, start=1):
        total += rel / math.log2(position) + 1
    return total
