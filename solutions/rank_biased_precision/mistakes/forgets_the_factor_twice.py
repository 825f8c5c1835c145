"""In both of your functions the weights of all positions add up to more than 1.

The chances of getting to each position come to more than 1 in all: which factor of the
definition repairs that, and which other formula needs it too?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel * p**above
    return total


def residual(rels, p):
    check_patience(p)
    open_rest = p ** len(rels)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += p**above
    return open_rest
