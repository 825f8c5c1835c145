"""You leave the results near the top undiscounted, as the first paper on DCG did.

With your formula even the NDCG changes with the base, which the lesson rules out: which divisors
of its table has your code replaced?
"""

import math


def dcg_with_base(rels, k, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / max(1, math.log(position + 1, base))
    return total


def ndcg_with_base(ranked_rels, k, base):
    ideal = dcg_with_base(sorted(ranked_rels, reverse=True), k, base)
    if ideal == 0:
        return 0.0
    return dcg_with_base(ranked_rels, k, base) / ideal
