"""In your hit rate, a hit counts less the lower it is.

That is the reciprocal rank. A hit at rank k counts like one at rank 1 here.
"""


def hit_rate(ranks, k):
    return mean([1 / rank if rank is not None and rank <= k else 0 for rank in ranks])
