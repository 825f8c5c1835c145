"""Your gain is the same whether anybody clicked or not.

The sum of the lesson has two factors in every term: which of them says what people did?
"""

GRADES = {"click": 1, "cart": 2, "purchase": 3}


def grade_of(events):
    return max((GRADES.get(event, 0) for event in events), default=0)


def clipped_weight(propensity, clip):
    if not 0 < propensity <= 1 or clip < 1:
        raise ValueError("out of range")
    return min(1 / propensity, clip)


def ips_gain(clicks, propensities, clip):
    if len(clicks) != len(propensities):
        raise ValueError("lists of different lengths")
    if not clicks:
        return 0.0
    return sum(clipped_weight(propensity, clip) for propensity in propensities) / len(clicks)
