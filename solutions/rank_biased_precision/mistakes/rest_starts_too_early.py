"""In your residual the part below the list begins one position too early.

To get below a list of five results, the reader has to go past all five: how many decisions to go
on is that?
"""


def residual(rels, p):
    check_patience(p)
    open_rest = p ** (len(rels) - 1)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += (1 - p) * p**above
    return open_rest
