"""You compute with a p that describes nobody, such as 1 or 1.5.

What does the lesson settle for a p that is not strictly between 0 and 1, and where does your code
ask?
"""


def check_patience(p):
    return


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel * p**above
    return (1 - p) * total


def residual(rels, p):
    check_patience(p)
    open_rest = p ** len(rels)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += (1 - p) * p**above
    return open_rest
