"""RBP: precision for a reader who may give up after every result, with its open rest."""


def check_patience(p):
    """Refuse a number that is no chance of going on."""
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")


def rank_biased_precision(rels, p):
    """Return the rank-biased precision of a ranked list."""
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel * p**above
    return (1 - p) * total


def residual(rels, p):
    """Return by how much the score would rise at most if everything unknown were relevant."""
    check_patience(p)
    open_rest = p ** len(rels)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += (1 - p) * p**above
    return open_rest
