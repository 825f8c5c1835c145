"""The largest gap: find the query where a better order would help most."""


def ndcg_at_cutoffs(results, graded_relevance):
    """Return a dictionary of (NDCG@5, NDCG@10) for each query, in the order of results.

    results maps each query to its document ids in ranked order;
    graded_relevance maps each query to the grades of its judged documents, by id.
    """
    # TODO: turn the ids of each query into grades, and score them twice.
    raise NotImplementedError("ndcg_at_cutoffs is not written yet")


def largest_gap(results, graded_relevance, k):
    """Return (query, gap) of the query whose order at k is furthest from its best order.

    The gap of a query where nothing relevant was retrieved is 0.0; of equal gaps the first wins.
    """
    # TODO: find the gap of each query, and keep the largest with its query.
    raise NotImplementedError("largest_gap is not written yet")
