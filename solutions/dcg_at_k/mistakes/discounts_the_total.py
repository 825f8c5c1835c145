"""You add everything up first and divide once, so all results share one discount.

Each result has a position of its own: how many divisions does the formula ask for when k is 3,
and how many does your code make?
"""


def dcg_at_k(rels, k):
    if k < 1:
        return 0.0
    return sum(rels[:k]) / math.log2(k + 1)
