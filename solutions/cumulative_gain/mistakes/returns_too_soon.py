"""Your function is over after the first result, so no other one is ever added.

A return ends the whole function at once: how many results had your code gone past when it
reached that word, and what does it hand back when there is no result at all?
"""


def cumulative_gain(rels, k):
    if k < 1:
        return 0
    total = 0
    for rel in rels[:k]:
        total += rel
        return total
