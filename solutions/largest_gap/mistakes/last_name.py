"""You name the query that comes last in the alphabet, however small its gap is.

Ask Python for max({"a": 2, "b": 1}) and look at what comes back: what does it compare there, the
names or the numbers, and what did you want it to compare?
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
    by_query = dict(gaps)
    query = max(by_query)
    return query, by_query[query]
