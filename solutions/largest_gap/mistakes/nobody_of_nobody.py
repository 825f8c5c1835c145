"""You answer with a query of None when there are no queries, and the caller goes on with it.

There is no such query, and the trouble will show far from its cause: what does the lesson want your
function to do when there is nothing to name?
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
        best_first = sorted(gains, reverse=True)
        gaps.append((query, ndcg_at_k(best_first, k) - ndcg_at_k(gains, k)))
    largest = gaps[0] if gaps else None
    if largest is None:
        return None, 0.0
    for query, gap in gaps:
        if gap > largest[1]:
            largest = (query, gap)
    return largest
