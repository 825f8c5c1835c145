"""Your code takes whatever it is given, and answers as if a propensity could be negative or above 1.

A wrong number does more harm than an error, and a printed sentence stops nothing: which
propensities, clips and lists does the table of conventions refuse, and how?
"""


def clipped_weight(propensity, clip):
    return min(1 / propensity, clip)


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=False):
        total += click * clipped_weight(propensity, clip)
    if not clicks:
        return 0.0
    return total / len(clicks)
