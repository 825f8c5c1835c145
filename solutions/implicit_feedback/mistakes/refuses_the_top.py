"""Your code refuses a propensity of 1, which is that of the top of the page: everybody looks there.

Read the row on propensities in the table of conventions once more: which of its two ends is
allowed?
"""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    return max((GRADES.get(event, 0) for event in events), default=0)


def clipped_weight(propensity, clip):
    if not 0 < propensity < 1 or clip < 1:
        raise ValueError("out of range")
    return min(1 / propensity, clip)


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    if not clicks:
        return 0.0
    return total / len(clicks)
