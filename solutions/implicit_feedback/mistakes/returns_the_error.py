"""You return the error, so it looks like an answer to the caller.

An error has to stop the function: read again how the lesson on reciprocal rank refused what it
could not work with, and compare the first word of that line with yours.
"""


def clipped_weight(propensity, clip):
    if not 0 < propensity <= 1 or clip < 1:
        return ValueError("out of range")
    return min(1 / propensity, clip)


def ips_gain(clicks, propensities, clip):
    if len(clicks) != len(propensities):
        return ValueError("lists of different lengths")
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    if not clicks:
        return 0.0
    return total / len(clicks)
