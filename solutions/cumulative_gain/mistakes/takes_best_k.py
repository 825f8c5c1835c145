"""You add up the k best results of the list, not the k that stand first.

The list comes in the order in which a reader sees it: does a good result far down reach someone
who stops after k?
"""


def cumulative_gain(rels, k):
    best_first = sorted(rels, reverse=True)
    return sum(best_first[: max(k, 0)])
