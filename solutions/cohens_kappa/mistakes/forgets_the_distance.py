"""Your weighted kappa counts every disagreement as 1.

Then near and far are the same: how far apart are the two grades?
"""


def weighted_kappa(first, second):
    return cohens_kappa(first, second)
