"""Your chances allow the same item to be drawn twice.

Each negative is another item, so the chances change from draw to draw: count the ways to draw them
all together.
"""


def chance_of_hit(rank, k, items, negatives):
    if items == 1:
        return 1.0 if k > 0 else 0.0
    p = (rank - 1) / (items - 1)
    return sum(
        math.comb(negatives, drawn) * p**drawn * (1 - p) ** (negatives - drawn)
        for drawn in range(min(k, negatives + 1))
    )
