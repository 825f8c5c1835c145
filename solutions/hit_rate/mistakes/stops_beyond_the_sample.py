"""Your code stops with an error if k is larger than the sample.

More negatives than there are cannot be from above: where must your loop stop?
"""


def chance_of_hit(rank, k, items, negatives):
    above, below = rank - 1, items - rank
    ways = [math.comb(above, j) * math.comb(below, negatives - j) for j in range(k)]
    return sum(ways) / math.comb(items - 1, negatives)
