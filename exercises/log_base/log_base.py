"""The base of the logarithm: DCG and NDCG with a discount of your choice."""

import math


def dcg_with_base(rels, k, base):
    """Return the DCG of the first k results, discounted by the logarithm to a base above 1.

    rels holds one grade for each result, in ranked order: rels[0] belongs to position 1.
    By hand: dcg_with_base([3, 2], 1, 4) is 3 / 0.5 = 6.0.
    """
    # TODO: refuse a base of 1 or below; then as in dcg_at_k, with math.log(..., base).
    raise NotImplementedError("dcg_with_base is not written yet")


def ndcg_with_base(ranked_rels, k, base):
    """Return the NDCG of the first k results with that discount, a number from 0.0 to 1.0.

    ranked_rels stays unchanged; if the ideal DCG is 0, the answer is 0.0.
    """
    # TODO: divide the DCG of the first k results by the DCG of the best possible first k.
    raise NotImplementedError("ndcg_with_base is not written yet")
