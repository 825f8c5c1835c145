"""You divide by what a list of this length can reach at best, so that a full page scores 1.

That hides how little a short list says: what does the lesson do with the part of the score that
nobody can know?
"""


def check_patience(p):
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel * p**above
    return total * (1 - p) / (1 - p ** len(rels)) if rels else 0.0


def residual(rels, p):
    check_patience(p)
    open_rest = p ** len(rels)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += (1 - p) * p**above
    return open_rest
