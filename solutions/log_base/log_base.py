"""The base of the logarithm: DCG and NDCG with a discount of your choice."""

import math


def dcg_with_base(rels, k, base):
    """Return the DCG of the first k results, discounted by the logarithm to a base above 1."""
    if base <= 1:
        raise ValueError("the base of a logarithm must be above 1 here")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1, base)
    return total


def ndcg_with_base(ranked_rels, k, base):
    """Return the NDCG of the first k results with that discount, a number from 0.0 to 1.0."""
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, base)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, base) / ideal
