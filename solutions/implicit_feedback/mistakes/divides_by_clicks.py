"""You take the mean over the clicks, so a product that is rarely clicked looks good.

A showing without a click is a sign too: where do such showings enter your result?
"""


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    if sum(clicks) == 0:
        return 0.0
    return total / sum(clicks)
