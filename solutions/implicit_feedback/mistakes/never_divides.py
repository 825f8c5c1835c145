"""Your gain grows the more often a product is shown, even if people like it no better.

Show a product twice as often to the same kind of people: what should happen to its gain?
"""


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    return total
