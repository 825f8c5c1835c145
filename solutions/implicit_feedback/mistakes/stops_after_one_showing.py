"""Your gain knows the first showing only, and later clicks change nothing.

Take the product that the lesson works by hand: which of its two clicks is missing from your
answer, and when does your code return it?
"""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    return max((GRADES.get(event, 0) for event in events), default=0)


def clipped_weight(propensity, clip):
    if not 0 < propensity <= 1 or clip < 1:
        raise ValueError("out of range")
    return min(1 / propensity, clip)


def ips_gain(clicks, propensities, clip):
    if len(clicks) != len(propensities):
        raise ValueError("lists of different lengths")
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=False):
        total += click * clipped_weight(propensity, clip)
        return total / len(clicks)
    return 0.0
