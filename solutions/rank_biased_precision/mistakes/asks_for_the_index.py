"""Your code takes equal results for one and the same, and gives all of them the first one's position.

Try [1, 0, 1].index(1) in Python: which of the two ones does it tell about?
"""


def check_patience(p):
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for rel in rels:
        if rel is not None:
            total += rel * p ** rels.index(rel)
    return (1 - p) * total


def residual(rels, p):
    check_patience(p)
    open_rest = p ** len(rels)
    for above, rel in enumerate(rels):
        if rel is None:
            open_rest += (1 - p) * p**above
    return open_rest
