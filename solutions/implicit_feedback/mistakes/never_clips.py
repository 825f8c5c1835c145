"""Your weights grow without end, and a single click far down can outweigh all others.

Compare the last rows of the lesson's table of weights with yours: what is the clip there for?
"""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    return max((GRADES.get(event, 0) for event in events), default=0)


def clipped_weight(propensity, clip):
    if not 0 < propensity <= 1 or clip < 1:
        raise ValueError("out of range")
    return 1 / propensity


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    if not clicks:
        return 0.0
    return total / len(clicks)
