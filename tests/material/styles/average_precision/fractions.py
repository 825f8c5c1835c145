from fractions import Fraction
from functools import lru_cache


@lru_cache(maxsize=None)
def _score(rels):
    if not rels:
        return Fraction(0)
    *above, last = rels
    return _score(tuple(above)) + (Fraction(sum(rels), len(rels)) if last else 0)


def average_precision_at_k(ranked_rels, k, total_relevant):
    if not total_relevant:
        return 0.0
    return float(_score(tuple(ranked_rels[: max(0, k)])) / total_relevant)


def mean_average_precision(queries, k):
    if not queries:
        raise ValueError
    return sum(average_precision_at_k(*query[:1], k, *query[1:]) for query in queries) / len(
        queries
    )
