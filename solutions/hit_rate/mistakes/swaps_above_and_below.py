"""Your code takes the items above the held-out one for those below it.

An item at rank 1 should be a hit in every sample: is it, in your code?
"""


def chance_of_hit(rank, k, items, negatives):
    above, below = items - rank, rank - 1
    from_above = range(min(k, negatives + 1))
    ways = [math.comb(above, j) * math.comb(below, negatives - j) for j in from_above]
    return sum(ways) / math.comb(items - 1, negatives)
