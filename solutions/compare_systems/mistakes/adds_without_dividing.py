"""Your mean difference grows with the number of queries.

A system that is better by 0.1 on each of ten queries is better by 0.1 on average: which step from
the sum to the mean is missing?
"""


def mean_difference(a, b):
    return sum(differences(a, b))
