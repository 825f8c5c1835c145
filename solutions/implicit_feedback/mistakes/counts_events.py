"""Your grade says how much happened, not how far somebody went.

A product that was put into the cart at once and one that was clicked twice differ: what does your
code know of the kinds of events?
"""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    return len([event for event in events if event in GRADES])


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
