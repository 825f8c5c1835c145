"""Your sum leaves out the samples in which no negative is from above.

Then the held-out item is first in the sample. Is that a hit?
"""


def chance_of_hit(rank, k, items, negatives):
    above, below = rank - 1, items - rank
    from_above = range(1, min(k, negatives + 1))
    ways = [math.comb(above, j) * math.comb(below, negatives - j) for j in from_above]
    return sum(ways) / math.comb(items - 1, negatives)
