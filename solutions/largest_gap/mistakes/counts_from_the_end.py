"""Your gaps are right for every k from 0 on, but with a negative k documents still count.

You met this in the last lesson: what does Python make of a minus in a slice, and what does the
lesson settle for such a k?
"""

import math


def dcg(gains):
    return sum(gain / math.log2(index + 2) for index, gain in enumerate(gains))


def ndcg_at_k(gains, k):
    ideal = dcg(sorted(gains, reverse=True)[:k])
    if ideal == 0:
        return 0.0
    return dcg(gains[:k]) / ideal


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
        best_first = sorted(gains, reverse=True)
        gaps.append((query, ndcg_at_k(best_first, k) - ndcg_at_k(gains, k)))
    largest = gaps[0] if gaps else None
    if largest is None:
        raise ValueError("there are no queries")
    for query, gap in gaps:
        if gap > largest[1]:
            largest = (query, gap)
    return largest
