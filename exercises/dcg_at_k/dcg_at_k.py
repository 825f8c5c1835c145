"""DCG@k: let a result count less the further down it stands."""

import math


def dcg_at_k(rels, k):
    """Return the discounted cumulative gain of the first k results.

    rels holds one number for each result, in ranked order: rels[0] belongs to position 1.
    A k beyond the list adds nothing more; for a k below 1 the answer is 0.
    By hand: dcg_at_k([1, 0, 1, 1, 0], 3) is 1.5.
    """
    # TODO: add up the first k numbers, each divided by math.log2 of its position + 1.
    raise NotImplementedError("dcg_at_k is not written yet")
