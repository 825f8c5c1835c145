from collections import OrderedDict
from math import log2
from typing import NamedTuple


class Scores(NamedTuple):
    at_5: float
    at_10: float


class Gap(NamedTuple):
    query: str
    gap: float


def score(gains, k):
    dcg = lambda rels: sum(rel / log2(i) for i, rel in enumerate(rels[: max(k, 0)], 2))
    best = dcg(sorted(gains)[::-1])
    return dcg(gains) / best if best else 0.0


def gains_of(results, judged):
    for query in results:
        yield query, [judged.get(query, {}).get(name, 0) for name in results[query]]


def ndcg_at_cutoffs(results, graded_relevance):
    found = OrderedDict()
    for query, gains in gains_of(results, graded_relevance):
        found[query] = Scores(score(gains, 5), score(gains, 10))
    return found


def largest_gap(results, graded_relevance, k):
    largest = None
    for query, gains in gains_of(results, graded_relevance):
        ideal = 1.0 if any(sorted(gains)[::-1][: max(k, 0)]) else 0.0
        gap = Gap(query, ideal - score(gains, k))
        if largest is None or gap.gap > largest.gap:
            largest = gap
    if largest is None:
        raise ValueError("no queries")
    return largest
