"""Your grade is that of the first event, whatever comes after it.

Take the third product of the lesson by hand: how many of its five events does your code look at
before it returns?
"""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    for event in events:
        return GRADES.get(event, 0)
    return 0


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
