"""Precision@k: the share of relevant results among the first k."""


def precision_at_k(ranked_rels, k):
    """Return the number of relevant results among the first k, divided by k.

    ranked_rels holds a 1 for each relevant result and a 0 for any other, in ranked order.
    A k beyond the list still divides by k; for a k below 1 the answer is 0.0.
    By hand: precision_at_k([1, 0, 1, 1, 0], 5) is 0.6.
    """
    # TODO: count the relevant results among the first k, and return their share of k.
    raise NotImplementedError("precision_at_k is not written yet")
