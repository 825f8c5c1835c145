"""AP and MAP: one number for precision at every relevant result, for one query and for many."""


def average_precision_at_k(ranked_rels, k, total_relevant):
    """Return the average precision of the first k results.

    ranked_rels holds 1 for a relevant result and 0 for any other, in ranked order;
    total_relevant says how many relevant documents there are in the whole collection.
    By hand: average_precision_at_k([1, 0, 1, 1, 0], 5, 4) is 0.604167.
    """
    # TODO: add up the precision at each relevant result among the first k, then divide.
    raise NotImplementedError("average_precision_at_k is not written yet")


def mean_average_precision(queries, k):
    """Return the mean of the average precisions of several queries.

    queries is a list of pairs (ranked_rels, total_relevant), one for each query.
    Without any query there is no mean: raise a ValueError.
    """
    # TODO: ask average_precision_at_k for each query, then take the mean.
    raise NotImplementedError("mean_average_precision is not written yet")
