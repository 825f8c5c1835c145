"""Your two lists are in the wrong order.

Which of them has the higher hit rate over all items? It comes first.
"""


def misleading_pair(items, negatives, k):
    if not 1 <= k <= negatives < items - 1:
        return None
    return [k + 1] * items, [1] + [items] * (items - 1)
