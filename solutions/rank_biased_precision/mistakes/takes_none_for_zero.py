"""Your residual also counts results that were judged as irrelevant.

Not relevant and not judged are different things, although both add nothing to the score: how does
your code tell 0 from None?
"""


def residual(rels, p):
    check_patience(p)
    open_rest = p ** len(rels)
    for above, rel in enumerate(rels):
        if not rel:
            open_rest += (1 - p) * p**above
    return open_rest
