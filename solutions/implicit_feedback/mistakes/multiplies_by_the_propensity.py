"""You make clicks far down the page count less, which adds to the bias instead of taking it away.

Where few people look, most of those who would have clicked never saw the product: for how many
people does a click there stand, for more than at the top or for fewer?
"""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    return max((GRADES.get(event, 0) for event in events), default=0)


def clipped_weight(propensity, clip):
    if not 0 < propensity <= 1 or clip < 1:
        raise ValueError("out of range")
    return min(propensity, clip)


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    if not clicks:
        return 0.0
    return total / len(clicks)
