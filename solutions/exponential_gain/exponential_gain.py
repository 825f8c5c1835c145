"""Exponential gain: DCG and NDCG in which the best grades count most."""

import math


def exponential_dcg(rels, k):
    """Return the DCG of the first k results, with the gain 2 ** rel - 1."""
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += (2**rel - 1) / math.log2(position + 1)
    return total


def exponential_ndcg(ranked_rels, k):
    """Return the NDCG of the first k results with that gain, a number from 0.0 to 1.0."""
    ideal = exponential_dcg(sorted(ranked_rels, reverse=True), k)
    if ideal == 0:
        return 0.0
    return exponential_dcg(ranked_rels, k) / ideal
