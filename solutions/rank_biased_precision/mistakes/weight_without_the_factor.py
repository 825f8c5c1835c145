"""In your residual an unjudged result weighs more than a relevant one does in the score.

Turn the None of [1, None, 1] into a 1: by how much does the score rise, and what does your
residual say?
"""


def residual(rels, p):
    check_patience(p)
    open_rest = p ** len(rels)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += p**above
    return open_rest
