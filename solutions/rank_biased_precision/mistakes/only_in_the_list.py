"""Your residual ends where the list ends.

Readers might go on below it: how likely is it that they get there, and what could they find?
"""


def residual(rels, p):
    check_patience(p)
    open_rest = 0.0
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += (1 - p) * p**above
    return open_rest
