"""You count an unjudged result as relevant.

The score holds only what is known; the other function is for what is unknown: what does an
unjudged result add to each of the two?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        total += (1 if rel is None else rel) * p**above
    return (1 - p) * total
