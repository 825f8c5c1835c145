"""You take the mean over the clicks, so that a product which is hardly ever clicked looks fine.

A showing without a click is the sign that somebody may not have liked it: where do such showings
enter your result?
"""


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    if sum(clicks) == 0:
        return 0.0
    return total / sum(clicks)
