"""Your code stops with an error at an event that the lesson does not list.

A shop writes down all kinds of things: what does the lesson settle for events of other names?
"""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    grades = {"impression": 0} | GRADES
    return max((grades[event] for event in events), default=0)


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
