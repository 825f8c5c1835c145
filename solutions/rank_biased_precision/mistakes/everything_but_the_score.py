"""Your residual is all that is missing to 1, as if nothing were known to be irrelevant.

A person looked at the results with a 0 and said no: can the score still rise at their positions?
"""


def residual(rels, p):
    check_patience(p)
    return 1 - rank_biased_precision(rels, p)
