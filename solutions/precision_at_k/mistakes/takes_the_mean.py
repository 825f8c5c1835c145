"""You take the mean of the results that are there, so a page with empty places scores too well.

For an empty page, or a k of 0, there is no mean, and an error stops your code: what does the
lesson divide by, and what does it say about a k below 1?
"""


def precision_at_k(ranked_rels, k):
    first = ranked_rels[:k]
    return sum(first) / len(first)
