"""You hand back a list of all sums along the way, and the lesson asks for one number.

Cumulative means that the gains pile up as a reader goes down the list: after which position has
this reader stopped, and which of your sums belongs to it?
"""

from itertools import accumulate


def cumulative_gain(rels, k):
    return list(accumulate(rels[: max(k, 0)]))
