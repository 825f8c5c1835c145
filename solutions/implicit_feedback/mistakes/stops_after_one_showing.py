"""Your gain knows the first showing only, and later clicks change nothing.

Take the product that the lesson works by hand: which of its two clicks is missing from your
answer, and when does your code return it?
"""


def ips_gain(clicks, propensities, clip):
    if len(clicks) != len(propensities):
        raise ValueError("lists of different lengths")
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=False):
        total += click * clipped_weight(propensity, clip)
        return total / len(clicks)
    return 0.0
