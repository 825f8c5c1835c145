"""Your sampled hit rate is the hit rate over all items.

Only some of the items above the held-out one are in the sample: how likely is it that fewer than k
of them are?
"""


def sampled_hit_rate(ranks, k, items, negatives):
    return hit_rate(ranks, k)
