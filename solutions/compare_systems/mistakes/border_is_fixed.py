"""Your border is 0.05, whatever the caller asks for.

Someone who must be very sure may choose 0.01: which name in the head of your function holds that
choice, and where is it used?
"""


def is_noise(p, alpha=0.05):
    return p > 0.05
