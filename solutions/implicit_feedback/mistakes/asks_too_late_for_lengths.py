"""For an empty list of clicks and one propensity your code returns 0.0, but the lengths differ.

The lesson has two rows, one for two empty lists and one for lists of different lengths: which of
them is this, and which does your code check first?
"""


def ips_gain(clicks, propensities, clip):
    if not clicks:
        return 0.0
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    return total / len(clicks)
