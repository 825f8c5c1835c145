"""Your grade grows with every further click, so that busy clicking looks like a purchase.

The scale of the lesson ends at 3: what do you get for four clicks, and what does the lesson say
about adding?
"""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    return sum(GRADES.get(event, 0) for event in events)


def clipped_weight(propensity, clip):
    if not 0 < propensity <= 1 or clip < 1:
        raise ValueError("out of range")
    return min(1 / propensity, clip)


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    if not clicks:
        return 0.0
    return total / len(clicks)
