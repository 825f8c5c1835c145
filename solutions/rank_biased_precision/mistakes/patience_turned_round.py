"""You took the chance of giving up for the chance of going on.

With a p close to 1 the reader is patient, and lower positions should matter more: try one
relevant result at position 5 with p = 0.5 and with p = 0.95.
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel * (1 - p) ** above
    return p * total
