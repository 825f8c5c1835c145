"""You multiply p by the number of steps instead of taking it to a power.

Half of the readers go on, and half of these go on again: what is left after three such
decisions?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel * p * above
    return (1 - p) * total


def residual(rels, p):
    check_patience(p)
    open_rest = p ** len(rels)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += (1 - p) * p * above
    return open_rest
