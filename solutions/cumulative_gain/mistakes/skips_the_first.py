"""Your sum leaves out the result at the top of the list.

People count positions from 1 and Python counts a list from 0: at which index does the first
result stand, and where does your code begin?
"""


def cumulative_gain(rels, k):
    total = 0
    for i in range(1, min(k, len(rels))):
        total += rels[i]
    return total
