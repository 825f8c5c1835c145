"""Your code takes equal results for one and the same, and gives all of them the first one's position.

Try [1, 0, 1].index(1) in Python: which of the two ones does it tell about?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for rel in rels:
        if rel is not None:
            total += rel * p ** rels.index(rel)
    return (1 - p) * total
