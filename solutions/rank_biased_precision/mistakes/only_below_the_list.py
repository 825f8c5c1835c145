"""Your residual knows only what stands below the list.

Results in the list may be unknown too: what would the score of [1, None, 1] be if the second one
turned out to be relevant?
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
    open_rest = p ** len(rels)
    return open_rest
