"""You return a list of all sums along the way, but the lesson asks for one number.

The gains add up as a reader goes down the list: after which position does this reader stop, and
which of your sums belongs to it?
"""

from itertools import accumulate


def cumulative_gain(rels, k):
    return list(accumulate(rels[: max(k, 0)]))
