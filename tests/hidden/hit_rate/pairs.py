"""Says who is ahead in a pair of lists of ranks; the cases ask it."""

from fractions import Fraction
from math import comb

CHANGES = "ahead over all: a, in the sample: b"


def chance(rank, k, items, negatives):
    """Compute the chance of a hit in the sample, from the misses: k or more are from above."""
    above, below = rank - 1, items - rank
    misses = sum(
        comb(above, drawn) * comb(below, negatives - drawn)
        for drawn in range(max(k, 0), negatives + 1)
    )
    return 1 - Fraction(misses, comb(items - 1, negatives))


def who_is_ahead(pair, items, negatives, k):
    """Say in words, since a student reads them where values are shown, who has more hits."""
    a, b = pair
    hits = [sum(rank <= k for rank in ranks) for ranks in (a, b)]
    chances = {rank: chance(rank, k, items, negatives) for rank in dict.fromkeys((*a, *b))}
    sampled = [sum(chances[rank] for rank in ranks) for ranks in (a, b)]
    return f"ahead over all: {_ahead(*hits)}, in the sample: {_ahead(*sampled)}"


def _ahead(one, other):
    return "neither" if one == other else "a" if one > other else "b"
