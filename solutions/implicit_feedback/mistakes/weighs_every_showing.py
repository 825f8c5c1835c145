"""Your gain is the same with and without clicks.

Each term of the lesson's sum has two factors: which of them says whether people clicked?
"""


def ips_gain(clicks, propensities, clip):
    if len(clicks) != len(propensities):
        raise ValueError("lists of different lengths")
    if not clicks:
        return 0.0
    return sum(clipped_weight(propensity, clip) for propensity in propensities) / len(clicks)
