"""You divide by what a list of this length can reach at best, so that a full page scores 1.

That hides how little a short list says: what does the lesson do with the part of the score that is
not known?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel * p**above
    return total * (1 - p) / (1 - p ** len(rels)) if rels else 0.0
