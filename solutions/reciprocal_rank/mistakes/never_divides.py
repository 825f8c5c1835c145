"""You add up the reciprocal ranks and stop there, so no query can lower the score.

A mean of numbers between 0 and 1 lies between 0 and 1 too: which step turns your sum into a
mean?
"""


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    return sum(reciprocal_rank(rels) for rels in queries)
