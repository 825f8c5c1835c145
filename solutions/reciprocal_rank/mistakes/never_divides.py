"""You add up the reciprocal ranks and stop there, so no query can lower the score.

A mean of numbers between 0 and 1 lies between 0 and 1 too: which step turns your sum into a
mean?
"""


def reciprocal_rank(ranked_rels):
    for position, rel in enumerate(ranked_rels, start=1):
        if rel == 1:
            return 1 / position
    return 0.0


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    return sum(reciprocal_rank(rels) for rels in queries)
