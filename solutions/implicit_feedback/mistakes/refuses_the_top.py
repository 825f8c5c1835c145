"""Your code refuses a propensity of 1, which is that of the top of the page, where every person looks.

Read the row on propensities in the table of conventions once more: which of its two ends is
allowed?
"""


def clipped_weight(propensity, clip):
    if not 0 < propensity < 1 or clip < 1:
        raise ValueError("out of range")
    return min(1 / propensity, clip)
