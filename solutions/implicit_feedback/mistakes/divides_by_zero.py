"""Your weights are right, but a propensity of 0 stops your code with another error than asked.

Such a showing was seen by nobody, so its click cannot be; which error does the lesson name for it,
and for a negative propensity?
"""


def clipped_weight(propensity, clip):
    if propensity > 1 or clip < 1:
        raise ValueError("out of range")
    return min(1 / propensity, clip)
