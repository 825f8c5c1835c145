"""Exponential gain: DCG and NDCG in which the best grades count most."""

import math


def exponential_dcg(rels, k):
    """Return the DCG of the first k results, with the gain 2 ** rel - 1.

    rels holds one grade for each result, in ranked order: rels[0] belongs to position 1.
    By hand: exponential_dcg([3, 0, 2], 3) is 7 + 0 + 1.5 = 8.5.
    """
    # TODO: as in dcg_at_k, with another gain; the discount is math.log2 of the position + 1.
    raise NotImplementedError("exponential_dcg is not written yet")


def exponential_ndcg(ranked_rels, k):
    """Return the NDCG of the first k results with that gain, a number from 0.0 to 1.0.

    ranked_rels stays unchanged; if the ideal DCG is 0, the answer is 0.0.
    """
    # TODO: divide the DCG of the first k results by the DCG of the best possible first k.
    raise NotImplementedError("exponential_ndcg is not written yet")
