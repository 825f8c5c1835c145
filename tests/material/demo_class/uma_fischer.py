"""NDCG@k: score a ranking whose results carry grades."""

import math


def dcg(rels):
    """Return the discounted cumulative gain of a list of grades.

    rels holds one grade for each result, in ranked order: rels[0] belongs to position 1.
    By hand: dcg([3, 0, 2]) is 3 + 0 + 1 = 4.0.
    """
    # TODO: add up the grades, each divided by the base-2 logarithm (math.log2) of its position + 1.
    raise NotImplementedError("dcg is not written yet")


def ndcg_at_k(ranked_rels, k):
    """Return the NDCG of the first k results, a number from 0.0 to 1.0.

    ranked_rels holds one grade for each result, in ranked order; it stays unchanged.
    If the ideal DCG is 0, the answer is 0.0.
    """
    # TODO: divide the DCG of the first k results by the DCG of the best possible first k.
    raise NotImplementedError("ndcg_at_k is not written yet")
