"""You take clips below 1, so even a click that every person could see counts less than once.

What does the lesson say about such a clip?
"""


def clipped_weight(propensity, clip):
    if not 0 < propensity <= 1:
        raise ValueError("out of range")
    return min(1 / propensity, clip)
