"""Your share is right as long as k fits the list; beyond the list, and for k = 0, an error stops it.

These are two different errors, so read both names: which result does your code ask for that is
not there, and what does it divide by when k is 0?
"""


def precision_at_k(ranked_rels, k):
    found = 0
    for i in range(k):
        found += ranked_rels[i]
    return found / k
