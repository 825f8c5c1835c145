"""Your function ends without handing anything back, so whoever calls it gets None.

What you see on the screen is not yet an answer: which word gives a value to the caller?
"""


def precision_at_k(ranked_rels, k):
    share = 0.0 if k < 1 else sum(ranked_rels[:k]) / k
    print(share)
