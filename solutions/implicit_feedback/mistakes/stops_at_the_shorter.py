"""Where one list is longer than the other, you leave the rest out without a word.

A click without a propensity means that something was lost on the way: what does the lesson ask
for, so that somebody notices?
"""


def ips_gain(clicks, propensities, clip):
    total = 0.0
    for click, propensity in zip(clicks, propensities, strict=False):
        total += click * clipped_weight(propensity, clip)
    if not clicks:
        return 0.0
    return total / len(clicks)
