"""You clip the gain of the product, and not the weight of each click.

With one rare click among many showings the two differ: which number may become no larger than the
clip, in the formula of the lesson?
"""


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, float("inf"))
    if not clicks:
        return 0.0
    return min(total / len(clicks), clip)
