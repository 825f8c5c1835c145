"""You give a pair also if there are fewer negatives than k.

How many candidates does such a sample have, and who is not among the first k?
"""


def misleading_pair(items, negatives, k):
    if k < 1 or negatives >= items - 1:
        return None
    return [1] + [items] * (items - 1), [min(k + 1, items)] * items
