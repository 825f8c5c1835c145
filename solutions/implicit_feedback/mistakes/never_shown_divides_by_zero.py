"""Your code stops with an error for a product that was never shown.

What do you divide by when both lists are empty, and which answer does the lesson give?
"""


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=True):
        total += click * clipped_weight(propensity, clip)
    return total / len(clicks)
