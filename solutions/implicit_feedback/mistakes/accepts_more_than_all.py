"""You take propensities above 1, as if more people could look than there are.

A chance has two ends: which of them does your code look at?
"""


def clipped_weight(propensity, clip):
    if propensity <= 0 or clip < 1:
        raise ValueError("out of range")
    return min(1 / propensity, clip)
