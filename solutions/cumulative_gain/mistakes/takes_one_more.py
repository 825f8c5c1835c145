"""One result too many is in your sum: the one just below the cut.

Put your finger on the last of the first k results: Python counts a list from 0, so which index
does it have, and which is the last index that your code takes in?
"""


def cumulative_gain(rels, k):
    if k < 1:
        return 0
    return sum(rels[: k + 1])
