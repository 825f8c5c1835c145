"""You divide by the sum of all weights, which is another estimate than that of the lesson.

It exists and has its merits, but the formula of the lesson divides by a number that can be
counted: which one?
"""


def ips_gain(clicks, propensities, clip):
    total = weights = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
        weights += clipped_weight(propensity, clip)
    return total / weights if weights else 0.0
