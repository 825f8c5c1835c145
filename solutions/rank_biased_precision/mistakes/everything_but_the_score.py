"""Your residual is all that is missing to 1, as if nothing were known to be irrelevant.

Somebody looked at the results with a 0 and said no: can the score still rise at their positions?
"""


def check_patience(p):
    if not 0 < p < 1:
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
    return 1 - rank_biased_precision(rels, p)
