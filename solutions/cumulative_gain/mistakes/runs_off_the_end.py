"""Your sum is right until k is larger than the list, and then it stops with an error.

A search may find only two documents for ten places: which result does your code ask for after the
second one, and what does the lesson say about this?
"""


def cumulative_gain(rels, k):
    total = 0
    for i in range(k):
        total += rels[i]
    return total
