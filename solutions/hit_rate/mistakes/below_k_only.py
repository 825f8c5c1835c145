"""In your hit rate, a rank of exactly k is not a hit.

The first k results are those with the ranks 1 to k.
"""


def hit_rate(ranks, k):
    return mean([rank is not None and rank < k for rank in ranks])
