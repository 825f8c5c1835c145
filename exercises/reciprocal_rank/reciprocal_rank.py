"""RR and MRR: how soon the first relevant result comes, for one query and for many."""


def reciprocal_rank(ranked_rels):
    """Return 1 divided by the position of the first relevant result.

    ranked_rels holds a 1 for each relevant result and a 0 for any other, in ranked order.
    Positions are counted from 1; without any relevant result the answer is 0.0.
    By hand: reciprocal_rank([0, 0, 1, 1]) is 0.333333, or 1/3.
    """
    # TODO: go down the list, and at the first relevant result return 1 / its position.
    raise NotImplementedError("reciprocal_rank is not written yet")


def mean_reciprocal_rank(queries):
    """Return the mean of the reciprocal ranks of several queries.

    queries holds one list for each query, as reciprocal_rank takes it.
    Without any query, a ValueError is raised.
    """
    # TODO: add up the reciprocal ranks of all queries, and divide by how many queries there are.
    raise NotImplementedError("mean_reciprocal_rank is not written yet")
