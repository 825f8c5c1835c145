"""Your discount is that of reciprocal rank, and p changes nothing in it but a factor.

How likely is it that the reader of this lesson gets to position 3, and where in your code does
that chance come from?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel is not None:
            total += rel / (above + 1)
    return (1 - p) * total
