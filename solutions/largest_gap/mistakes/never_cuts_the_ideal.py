"""Your NDCG of a list in the best order stays below 1.0 where relevant documents lie below k.

Above the line stand k documents at most: how many stand below it? Follow a list of six equal
grades through your NDCG@5.
"""

import math


def dcg(gains):
    return sum(gain / math.log2(index + 2) for index, gain in enumerate(gains))


def ndcg_at_k(gains, k):
    cut = max(k, 0)
    ideal = dcg(sorted(gains, reverse=True))
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal


def gains_by_query(results, graded_relevance):
    found = {}
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        found[query] = [grades.get(document, 0) for document in retrieved]
    return found


def ndcg_at_cutoffs(results, graded_relevance):
    found = gains_by_query(results, graded_relevance)
    return {query: (ndcg_at_k(gains, 5), ndcg_at_k(gains, 10)) for query, gains in found.items()}


def largest_gap(results, graded_relevance, k):
    gaps = {}
    for query, gains in gains_by_query(results, graded_relevance).items():
        best_first = sorted(gains, reverse=True)
        gaps[query] = ndcg_at_k(best_first, k) - ndcg_at_k(gains, k)
    # max keeps the first of equal ones, and of nothing it raises the ValueError that is asked for.
    query = max(gaps, key=gaps.get)
    return query, gaps[query]
