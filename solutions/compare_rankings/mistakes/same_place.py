"""You count the documents that stand at the same place in both lists.

A document may stand at any of the first places: does d1 count at depth 2 of the lesson's pages?
"""


def agreement(first, second, depth):
    if depth < 1:
        return 0.0
    pairs = zip(first[:depth], second[:depth], strict=False)
    return sum(one == other for one, other in pairs) / depth
