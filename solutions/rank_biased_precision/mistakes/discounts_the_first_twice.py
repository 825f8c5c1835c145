"""In both of your functions the reader may give up before seeing anything.

Every reader looks at the first result: what should its chance be, and what does each of your
functions use?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel * p ** (above + 1)
    return (1 - p) * total


def residual(rels, p):
    check_patience(p)
    open_rest = p ** len(rels)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += (1 - p) * p ** (above + 1)
    return open_rest
