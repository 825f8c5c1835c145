"""Your sum takes in the whole list, whatever k is.

A reader who stops after k results has not seen the rest: where in your code does k make a
difference?
"""


def cumulative_gain(rels, k):
    return sum(rels)
