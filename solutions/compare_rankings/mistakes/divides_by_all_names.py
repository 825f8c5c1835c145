"""You divide by the number of different names in both lists.

That is another measure, the Jaccard index: what does the lesson divide by?
"""


def agreement(first, second, depth):
    if depth < 1:
        return 0.0
    one, other = set(first[:depth]), set(second[:depth])
    return len(one & other) / len(one | other) if one | other else 0.0
