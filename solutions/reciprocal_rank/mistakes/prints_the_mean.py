"""Your mean is not returned, so the caller of mean_reciprocal_rank gets None.

A number that is printed, or stored under a name, is not returned yet: which word gives a value to
the caller?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    print(sum(reciprocal_rank(rels) for rels in queries) / len(queries))
