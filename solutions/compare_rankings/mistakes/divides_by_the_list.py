"""For a depth beyond a list you divide by the length of the list.

Two lists of one result do not agree fully at depth 4: what does the lesson divide by?
"""


def agreement(first, second, depth):
    if depth < 1 or not first or not second:
        return 0.0
    shared = set(first[:depth]) & set(second[:depth])
    return len(shared) / min(depth, len(first), len(second))
