"""You take the mean over the clicks, so that a product which is hardly ever clicked looks fine.

A showing without a click is the sign that somebody may not have liked it: where do such showings
enter your result?
"""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    return max((GRADES.get(event, 0) for event in events), default=0)


def clipped_weight(propensity, clip):
    if not 0 < propensity <= 1 or clip < 1:
        raise ValueError("out of range")
    return min(1 / propensity, clip)


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    if sum(clicks) == 0:
        return 0.0
    return total / sum(clicks)
