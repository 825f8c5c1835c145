"""Your function ends after the first result, so the others are never added.

A return ends the whole function at once: how many results has your code added by then, and what
does it return for an empty list?
"""


def cumulative_gain(rels, k):
    if k < 1:
        return 0
    total = 0
    for rel in rels[:k]:
        total += rel
        return total
