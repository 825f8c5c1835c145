"""Your weights grow without end, and a single click far down can outweigh all others.

Compare the last rows of the lesson's table of weights with yours: what is the clip there for?
"""


def clipped_weight(propensity, clip):
    if not 0 < propensity <= 1 or clip < 1:
        raise ValueError("out of range")
    return 1 / propensity
