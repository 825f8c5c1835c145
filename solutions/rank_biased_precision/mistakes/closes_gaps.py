"""Your code moves relevant results up over the irrelevant ones.

An irrelevant result adds nothing, but the reader may give up at it: at which position does the
second relevant one of [1, 0, 1] stand?
"""


def check_patience(p):
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate([rel for rel in rels if rel]):
        total += rel * p**above
    return (1 - p) * total


def residual(rels, p):
    check_patience(p)
    open_rest = p ** len(rels)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += (1 - p) * p**above
    return open_rest
