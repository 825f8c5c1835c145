"""The result at the top of the page does not count in your share.

People count positions from 1 and Python counts a list from 0: at which index does the first
result stand, and where does your code begin?
"""


def precision_at_k(ranked_rels, k):
    if k < 1:
        return 0.0
    return sum(ranked_rels[1:k]) / k
