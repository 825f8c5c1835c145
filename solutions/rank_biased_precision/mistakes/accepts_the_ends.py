"""You refuse most numbers that are no patience, but not 0 and 1.

A reader with p = 1 never gives up, and the weights would all be 0: read again in the conventions
which numbers are allowed.
"""


def check_patience(p):
    if not 0 <= p <= 1:
        raise ValueError("p must lie above 0 and below 1")
