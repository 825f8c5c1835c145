"""You count an unjudged result as relevant.

The score is what is known for certain, and hope belongs in the other function: what does an
unjudged result add to each of the two?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        total += (1 if rel is None else rel) * p**above
    return (1 - p) * total
