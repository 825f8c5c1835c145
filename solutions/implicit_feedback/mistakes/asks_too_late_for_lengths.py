"""For no clicks but a propensity your code answers 0.0, although something was lost on the way.

The lesson settles two things, one for two empty lists and one for lists of different lengths: which
of them is this, and which does your code ask for first?
"""


def ips_gain(clicks, propensities, clip):
    if not clicks:
        return 0.0
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    return total / len(clicks)
