"""Your reader may give up before seeing anything: already the first result is discounted.

How many decisions to go on does it take to get to position 1, and what is p to the power of that?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel * p ** (above + 1)
    return (1 - p) * total
