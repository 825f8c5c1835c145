"""Your border is 0.05, whatever the caller asks for.

A caller who must be very sure may choose 0.01: which argument of your function holds that choice,
and where do you use it?
"""


def is_noise(p, alpha=0.05):
    return p > 0.05
