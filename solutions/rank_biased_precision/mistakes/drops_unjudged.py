"""Your score forgets that an unjudged result takes up a position.

The reader does not know what has been judged: with [1, None, 1], how many decisions lie before
the third result?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate([rel for rel in rels if rel is not None]):
        total += rel * p**above
    return (1 - p) * total
