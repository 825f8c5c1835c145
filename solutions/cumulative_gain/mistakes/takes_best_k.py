"""You add up the k best results of the list, not the k that stand first.

The list comes in the order in which a reader sees it: does a reader who stops after k see a good
result far down?
"""


def cumulative_gain(rels, k):
    best_first = sorted(rels, reverse=True)
    return sum(best_first[: max(k, 0)])
