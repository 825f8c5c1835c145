"""Your clip is a floor where a ceiling is meant: small weights are raised and large ones kept.

Compare with the table of weights, in the rows where the propensity is 1 and 0.01.
"""


def clipped_weight(propensity, clip):
    if not 0 < propensity <= 1 or clip < 1:
        raise ValueError("out of range")
    return max(1 / propensity, clip)
