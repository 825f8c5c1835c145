"""Your share is right until k is larger than the list, and then it stops with an error.

A search may find only two documents for ten places: which result does your code ask for after the
second one, and what does the lesson say about this?
"""


def precision_at_k(ranked_rels, k):
    if k < 1:
        return 0.0
    found = 0
    for i in range(k):
        found += ranked_rels[i]
    return found / k
