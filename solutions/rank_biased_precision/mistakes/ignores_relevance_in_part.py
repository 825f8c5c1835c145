"""A result that is relevant in part adds nothing to your score.

Look at the row of the table with 0.5 in its list, and take its score apart: what does each of the
three results bring?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate(rels):
        if rel == 1:
            total += p**above
    return (1 - p) * total
