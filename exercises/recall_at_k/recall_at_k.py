"""Recall@k: the share of all relevant documents that stand among the first k results."""


def recall_at_k(ranked_rels, k, total_relevant):
    """Return the number of relevant results among the first k, divided by total_relevant.

    ranked_rels holds a 1 for each relevant result and a 0 for any other, in ranked order.
    total_relevant counts the relevant documents of the whole collection, found or not.
    If it is 0, or if k is below 1, the answer is 0.0.
    By hand: recall_at_k([1, 0, 1, 1, 0], 3, 4) is 0.5.
    """
    # TODO: count the relevant results among the first k, and return their share of all there are.
    raise NotImplementedError("recall_at_k is not written yet")
