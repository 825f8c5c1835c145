"""Your gain is the same whether anybody clicked or not.

The sum of the lesson has two factors in every term: which of them says what people did?
"""


def ips_gain(clicks, propensities, clip):
    if len(clicks) != len(propensities):
        raise ValueError("lists of different lengths")
    if not clicks:
        return 0.0
    return sum(clipped_weight(propensity, clip) for propensity in propensities) / len(clicks)
