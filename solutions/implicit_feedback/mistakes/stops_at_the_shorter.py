"""If one list is longer than the other, you drop the rest silently.

A click without a propensity is an error in the data: which error does the lesson ask for?
"""


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=False):
        total += click * clipped_weight(propensity, clip)
    if not clicks:
        return 0.0
    return total / len(clicks)
