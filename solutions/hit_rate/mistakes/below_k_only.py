"""For you, a rank of exactly k is no hit.

The first k results are those with the ranks 1 to k.
"""


def hit_rate(ranks, k):
    return mean([rank is not None and rank < k for rank in ranks])
