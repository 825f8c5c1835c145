"""DCG@k: let a result count less the further down it stands."""

import math


def dcg_at_k(rels, k):
    """Return the discounted cumulative gain of the first k results."""
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log2(position + 1)
    return total
