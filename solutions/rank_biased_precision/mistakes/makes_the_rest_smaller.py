"""In your residual the part below the list is too small, and an empty list leaves too little open.

If everything from some position on were relevant, all their weights would add up: find in the
text what that comes to.
"""


def residual(rels, p):
    check_patience(p)
    open_rest = (1 - p) * p ** len(rels)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += (1 - p) * p**above
    return open_rest
