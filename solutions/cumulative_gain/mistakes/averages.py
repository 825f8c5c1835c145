"""Your number says what a place is worth on average, as precision does; asked for is the sum.

Work out three clicks among five products by hand, then look for the step in your code that the
formula does not have.
"""


def cumulative_gain(rels, k):
    if k < 1:
        return 0
    return sum(rels[:k]) / k
