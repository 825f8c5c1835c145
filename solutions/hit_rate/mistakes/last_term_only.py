"""Your chance has one term only: k - 1 negatives from above, and no fewer.

With fewer negatives from above, the held-out item ranks even higher. Which terms are missing?
"""


def chance_of_hit(rank, k, items, negatives):
    if k < 1 or k > negatives + 1:
        return 1.0 if k > 0 else 0.0
    above, below = rank - 1, items - rank
    ways = math.comb(above, k - 1) * math.comb(below, negatives - k + 1)
    return ways / math.comb(items - 1, negatives)
