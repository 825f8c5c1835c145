"""In your first list, too, most people just miss the first k.

Then they are hits in many samples, as in the second list. At which rank are they never a hit?
"""


def misleading_pair(items, negatives, k):
    if not 1 <= k <= negatives < items - 1:
        return None
    return [1] + [k + 1] * (items - 1), [k + 1] * items
