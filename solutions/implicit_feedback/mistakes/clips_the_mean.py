"""You clip the gain of the product, and not the weight of each click.

With one rare click among many showings the two differ: which number may become no larger than the
clip, in the formula of the lesson?
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
        total += click * clipped_weight(propensity, float("inf"))
    if not clicks:
        return 0.0
    return min(total / len(clicks), clip)
