"""Your sum counts samples in which k negatives are from above.

Then k items are before the held-out one: what is its rank in that sample?
"""


def chance_of_hit(rank, k, items, negatives):
    above, below = rank - 1, items - rank
    from_above = range(min(k + 1, negatives + 1))
    ways = [math.comb(above, j) * math.comb(below, negatives - j) for j in from_above]
    return sum(ways) / math.comb(items - 1, negatives)
