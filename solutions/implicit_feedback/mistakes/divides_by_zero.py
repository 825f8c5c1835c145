"""Your weights are right, but a propensity of 0 stops your code with another error than asked.

A showing that no person saw cannot be clicked: which error does the lesson name for it, and for a
negative propensity?
"""


def clipped_weight(propensity, clip):
    if propensity > 1 or clip < 1:
        raise ValueError("out of range")
    return min(1 / propensity, clip)
