"""You took the chance of giving up for the chance of going on.

With a p close to 1 the reader is patient, and lower positions should matter more: try one
relevant result at position 5 with p = 0.5 and with p = 0.95.
"""


def check_patience(p):
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel * (1 - p) ** above
    return p * total


def residual(rels, p):
    check_patience(p)
    open_rest = p ** len(rels)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += (1 - p) * p**above
    return open_rest
