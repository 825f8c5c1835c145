"""You give up if there are exactly k negatives.

Such a sample has one candidate more than k. Who can be the one that is left out?
"""


def misleading_pair(items, negatives, k):
    if not 1 <= k < negatives < items - 1:
        return None
    return [1] + [items] * (items - 1), [k + 1] * items
