"""RR and MRR: how soon the first relevant result comes, for one query and for many."""


def reciprocal_rank(ranked_rels):
    """Return 1 divided by the position of the first relevant result."""
    for position, rel in enumerate(ranked_rels, start=1):
        if rel == 1:
            return 1 / position
    return 0.0


def mean_reciprocal_rank(queries):
    """Return the mean of the reciprocal ranks of several queries."""
    if not queries:
        raise ValueError("there are no queries to take the mean of")
    total = 0.0
    for ranked_rels in queries:
        total += reciprocal_rank(ranked_rels)
    return total / len(queries)
