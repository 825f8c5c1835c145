"""You count in the first k places and divide by all results of the list.

A reader who stops after three results has looked at three, however many follow: which number of
the formula stands below the line?
"""


def precision_at_k(ranked_rels, k):
    if k < 1 or not ranked_rels:
        return 0.0
    return sum(ranked_rels[:k]) / len(ranked_rels)
