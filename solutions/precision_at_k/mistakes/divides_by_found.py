"""Your share is taken of the results that were found, so a page with empty places scores too well.

Think of an engine that shows one single good result where ten places are free: what does the
lesson say about the other nine?
"""


def precision_at_k(ranked_rels, k):
    if k < 1 or not ranked_rels:
        return 0.0
    first = ranked_rels[:k]
    return sum(first) / len(first)
