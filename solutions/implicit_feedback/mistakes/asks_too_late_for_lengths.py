"""For no clicks but a propensity your code answers 0.0, although something was lost on the way.

The lesson settles two things, one for two empty lists and one for lists of different lengths: which
of them is this, and which does your code ask for first?
"""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    return max((GRADES.get(event, 0) for event in events), default=0)


def clipped_weight(propensity, clip):
    if not 0 < propensity <= 1 or clip < 1:
        raise ValueError("out of range")
    return min(1 / propensity, clip)


def ips_gain(clicks, propensities, clip):
    if not clicks:
        return 0.0
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    return total / len(clicks)
