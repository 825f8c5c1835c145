"""Your sum uses the whole list, whatever k is.

A reader who stops after k results does not see the rest: where does your code use k?
"""


def cumulative_gain(rels, k):
    return sum(rels)
