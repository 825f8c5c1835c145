"""Your weights do not add up to 1, so RBO can be larger than 1.

The reader stops at each depth with some chance: which factor of the formula is missing?
"""


def rank_biased_overlap(first, second, p):
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")
    k = min(len(first), len(second))
    seen = sum(agreement(first, second, down + 1) * p**down for down in range(k))
    return seen + agreement(first, second, k) * p**k
