"""Your function does not return anything, so its caller gets None.

What you see on the screen is not yet an answer: which word gives a value to the caller?
"""


def cumulative_gain(rels, k):
    total = sum(rels[: max(k, 0)])
    print(total)
