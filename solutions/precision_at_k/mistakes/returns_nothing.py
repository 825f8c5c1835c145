"""Your function ends without handing anything back, so whoever calls it gets None.

A number that is printed, or kept under a name, has not been answered yet: which word gives a value
to the caller?
"""


def precision_at_k(ranked_rels, k):
    share = 0.0 if k < 1 else sum(ranked_rels[:k]) / k
    print(share)
