"""Your weights do not add up to 1, so a good page may score more than 1.

The sum must still be divided by the number of results that the reader looks at on average: which
factor of the definition does that?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel * p**above
    return total
