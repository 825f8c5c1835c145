"""Your mean is not handed back, so whoever calls mean_reciprocal_rank gets None.

A number that is printed, or kept under a name, has not been answered yet: which word gives a value
to the caller?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    print(sum(reciprocal_rank(rels) for rels in queries) / len(queries))
