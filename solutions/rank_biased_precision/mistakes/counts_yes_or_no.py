"""You count a result that is relevant in part as if it were relevant in full.

A relevance of 0.5 should be worth half as much as one of 1: does your code ask whether a number
is there, or how large it is?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += (rel > 0) * p**above
    return (1 - p) * total
