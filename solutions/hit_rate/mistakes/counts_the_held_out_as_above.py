"""Your chances count one item too many above the held-out one.

At rank 3, how many items are before it?
"""


def chance_of_hit(rank, k, items, negatives):
    above, below = rank, items - rank - 1
    from_above = range(min(k, negatives + 1))
    ways = [math.comb(above, j) * math.comb(max(below, 0), negatives - j) for j in from_above]
    return min(sum(ways) / math.comb(items - 1, negatives), 1.0)
