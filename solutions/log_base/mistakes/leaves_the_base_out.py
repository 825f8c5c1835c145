"""Your NDCG is right with every base, but your DCG is always that of base e.

Your third argument makes no difference to it: which base does Python take for a logarithm when
nobody names one?
"""


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base of a logarithm must be above 1 here")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1)
    return total
