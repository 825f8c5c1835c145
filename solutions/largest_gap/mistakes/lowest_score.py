"""You name the query with the lowest NDCG, and that score stands where its gap should.

Work out by hand for "visa" in the lesson how much a better order would bring: is the query with
the lowest score always the one to repair?
"""

import math


def dcg(gains):
    return sum(gain / math.log2(index + 2) for index, gain in enumerate(gains))


def ndcg_at_k(gains, k):
    cut = max(k, 0)
    ideal = dcg(sorted(gains, reverse=True)[:cut])
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal


def gains_of(retrieved, grades):
    return [grades.get(document, 0) for document in retrieved]


def ndcg_at_cutoffs(results, graded_relevance):
    scores = {}
    for query, retrieved in results.items():
        gains = gains_of(retrieved, graded_relevance.get(query, {}))
        scores[query] = (ndcg_at_k(gains, 5), ndcg_at_k(gains, 10))
    return scores


def largest_gap(results, graded_relevance, k):
    gaps = []
    for query, retrieved in results.items():
        gains = gains_of(retrieved, graded_relevance.get(query, {}))
        gaps.append((query, ndcg_at_k(gains, k)))
    largest = gaps[0] if gaps else None
    if largest is None:
        raise ValueError("there are no queries")
    for query, gap in gaps:
        if gap < largest[1]:
            largest = (query, gap)
    return largest
