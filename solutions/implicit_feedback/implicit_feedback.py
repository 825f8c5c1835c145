"""Implicit feedback: grades and gains from what people do."""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    """Return the grade of the strongest event: 1 click, 2 cart, 3 purchase, 0 all else."""
    return max((GRADES.get(event, 0) for event in events), default=0)


def clipped_weight(propensity, clip):
    """Return 1 / propensity, or the clip where that is smaller."""
    if not 0 < propensity <= 1 or clip < 1:
        raise ValueError("a propensity is above 0 and at most 1, and a clip at least 1")
    return min(1 / propensity, clip)


def ips_gain(clicks, propensities, clip):
    """Return the mean of the clipped weights of the clicks, over all showings."""
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    if not clicks:
        return 0.0
    return total / len(clicks)
