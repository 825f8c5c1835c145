"""The last of the k results is missing from your sum.

Take a list of two results and k = 1: how many of them does your code add up, and which indices
does it visit?
"""


def cumulative_gain(rels, k):
    total = 0
    for i in range(min(k, len(rels)) - 1):
        total += rels[i]
    return total
