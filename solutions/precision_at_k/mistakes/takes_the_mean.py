"""You take the mean of the results that are there, so a page with empty places scores too well.

Where nothing is there, or nothing is looked at, a mean cannot be had at all and an error stops
your code: what does the lesson divide by, and what does it settle for a k below 1?
"""


def precision_at_k(ranked_rels, k):
    first = ranked_rels[:k]
    return sum(first) / len(first)
