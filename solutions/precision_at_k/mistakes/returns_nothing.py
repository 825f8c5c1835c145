"""Your function does not return anything, so its caller gets None.

A number that is printed, or stored under a name, is not returned yet: which word gives a value to
the caller?
"""


def precision_at_k(ranked_rels, k):
    share = 0.0 if k < 1 else sum(ranked_rels[:k]) / k
    print(share)
