"""Two rankings compared: Kendall's tau for scores, rank-biased overlap for pages."""

import math
from itertools import combinations


def orders(scores):
    """Return for each pair of scores 1 if the first is higher, -1 if it is lower, 0 for a tie."""
    return [(one > other) - (one < other) for one, other in combinations(scores, 2)]


def kendall_tau(a, b):
    """Return Kendall's tau-b of two lists of scores of the same items."""
    by_a, by_b = orders(a), orders(b)
    untied = sum(map(abs, by_a)) * sum(map(abs, by_b))
    if untied == 0:
        raise ValueError("a list without any order cannot be compared")
    # strict refuses, with a ValueError too, lists of which one is longer.
    return sum(x * y for x, y in zip(by_a, by_b, strict=True)) / math.sqrt(untied)


def agreement(first, second, depth):
    """Return the share of the first depth names that two ranked lists have in common."""
    if depth < 1:
        return 0.0
    return len(set(first[:depth]) & set(second[:depth])) / depth


def rank_biased_overlap(first, second, p):
    """Return the extrapolated rank-biased overlap of two ranked lists of names."""
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")
    depths = range(1, min(len(first), len(second)) + 1)
    shares = [agreement(first, second, depth) for depth in depths]
    if not shares:
        return 0.0
    seen = sum(share * p**steps for steps, share in enumerate(shares))
    return (1 - p) * seen + shares[-1] * p ** len(shares)
