"""NDCG over many queries: from document ids and judgments to one number for a system."""


def ndcg(results, graded_relevance, k=10):
    """Return the mean NDCG@k, with the ideal made from the retrieved documents of each query.

    results maps each query to its document ids in ranked order;
    graded_relevance maps each query to the grades of its judged documents, by id.
    By hand: ndcg({"q": ["a", "b"]}, {"q": {"a": 0, "b": 4}}) is 0.630930.
    """
    # TODO: score each query of results, then return the mean.
    raise NotImplementedError("ndcg is not written yet")


def ndcg_all_judged(results, graded_relevance, k=10):
    """Return the mean NDCG@k, with the ideal made from all judged documents of each query.

    The same as ndcg, but for the documents that take part in the ideal order.
    By hand: ndcg_all_judged({"q": ["a"]}, {"q": {"a": 2, "b": 4}}, 1) is 0.5.
    """
    # TODO: as above, with another ideal; both functions may share what they have in common.
    raise NotImplementedError("ndcg_all_judged is not written yet")
