"""You give a pair also if all other items are negatives.

Then the sample is the whole ranking: what could it change?
"""


def misleading_pair(items, negatives, k):
    if not 1 <= k <= negatives:
        return None
    return [1] + [items] * (items - 1), [k + 1] * items
