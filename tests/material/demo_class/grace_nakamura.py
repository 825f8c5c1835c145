"""Graded ranking quality.

Grace Nakamura, group B
"""

import math
from collections.abc import Sequence
from itertools import count

Grade = int | float


def discount(position: int) -> float:
    """Return the divisor for a position, counted from 1."""
    return math.log2(position + 1)


def dcg(rels: Sequence[Grade]) -> float:
    """Return the discounted cumulative gain."""
    return math.fsum(rel / discount(position) for rel, position in zip(rels, count(1)))


def ideal_dcg(rels: Sequence[Grade], k: int) -> float:
    """Return the highest DCG that k of these grades can reach."""
    return dcg(sorted(rels, reverse=True)[: max(k, 0)])


def ndcg_at_k(ranked_rels: Sequence[Grade], k: int) -> float:
    """Return the NDCG of the first k results."""
    best = ideal_dcg(ranked_rels, k)
    return dcg(ranked_rels[: max(k, 0)]) / best if best > 0 else 0.0
