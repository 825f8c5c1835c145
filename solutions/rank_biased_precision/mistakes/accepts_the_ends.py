"""You refuse most numbers that are no patience, but not 0 and 1.

A reader with p = 1 never gives up, and the weights would all be 0: read again in the conventions
which numbers are allowed.
"""


def check_patience(p):
    if not 0 <= p <= 1:
        raise ValueError("p must lie above 0 and below 1")


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel * p**above
    return (1 - p) * total


def residual(rels, p):
    check_patience(p)
    open_rest = p ** len(rels)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += (1 - p) * p**above
    return open_rest
