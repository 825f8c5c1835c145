"""Your NDCG is right with every base, but your DCG is always that of base 2.

The two functions part here: one of them cannot tell bases apart, and the other one has to. What
does your code do with its third argument?
"""


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log2(position + 1)
    return total
