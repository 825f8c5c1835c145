"""Your grade is that of the last event, and events need not come in order of strength.

Somebody who has bought a product may open its page once more: is it worth less to them now?
"""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    return GRADES.get(events[-1], 0) if events else 0


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
