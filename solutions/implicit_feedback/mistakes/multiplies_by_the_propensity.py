"""You make clicks far down the page count less, which adds to the bias instead of taking it away.

Where few people look, most of those who would have clicked never saw the product: for how many
people does a click there stand, for more than at the top or for fewer?
"""


def clipped_weight(propensity, clip):
    if not 0 < propensity <= 1 or clip < 1:
        raise ValueError("out of range")
    return min(propensity, clip)
