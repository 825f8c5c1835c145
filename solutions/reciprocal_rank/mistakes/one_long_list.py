"""Your code sees only the first relevant result of all queries together.

The reader of each query starts at the top of a page: how many reciprocal ranks should there be for
four queries?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    joined = []
    for rels in queries:
        joined += rels
    return reciprocal_rank(joined)
