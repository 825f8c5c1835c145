"""Your pair always has two people.

With many negatives, the chance of your second list falls below one half. How many people make the
one hit of the first list a smaller share than that?
"""


def misleading_pair(items, negatives, k):
    if not 1 <= k <= negatives < items - 1:
        return None
    return [1, items], [k + 1, k + 1]
