"""Your code divides by 0 at the first result, and an empty list stops it with another error.

The index of the first result is 0 and its position is 1: with which of the two does the formula
begin, and which number does your logarithm get? Then go through your loop with k = 10 and a
page that holds two results.
"""


def dcg_at_k(rels, k):
    total = 0.0
    for i in range(k):
        total += rels[i] / math.log2(i + 1)
    return total
