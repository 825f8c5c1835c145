"""You compute the mean gain of a place, as precision does; the lesson asks for the sum.

Compute three clicks among five products by hand, then find the step in your code that the formula
does not have.
"""


def cumulative_gain(rels, k):
    if k < 1:
        return 0
    return sum(rels[:k]) / k
