"""Your score stops with an error when a result was not judged.

None is no number and cannot be multiplied: what does such a result add, and where does your code
check for it?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        total += rel * p**above
    return (1 - p) * total
