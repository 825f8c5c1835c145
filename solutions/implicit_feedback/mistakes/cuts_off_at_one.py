"""You cut gains off at 1, as if they were chances.

A gain is an estimate, and an estimate may miss to either side; what does the lesson say about
gains above 1?
"""


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    if not clicks:
        return 0.0
    return min(total / len(clicks), 1.0)
