"""The largest gap: find the query where a better order would help most."""

import math


def dcg(gains):
    """Return the discounted cumulative gain of a list of gains."""
    return sum(gain / math.log2(index + 2) for index, gain in enumerate(gains))


def ndcg_at_k(gains, k):
    """Return the NDCG of the first k results of one query."""
    cut = max(k, 0)
    ideal = dcg(sorted(gains, reverse=True)[:cut])
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal


def gains_by_query(results, graded_relevance):
    """Return the gains of each query in ranked order; unjudged documents have none."""
    found = {}
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        found[query] = [grades.get(document, 0) for document in retrieved]
    return found


def ndcg_at_cutoffs(results, graded_relevance):
    """Return a dictionary of (NDCG@5, NDCG@10) for each query, in the order of results."""
    found = gains_by_query(results, graded_relevance)
    return {query: (ndcg_at_k(gains, 5), ndcg_at_k(gains, 10)) for query, gains in found.items()}


def largest_gap(results, graded_relevance, k):
    """Return (query, gap) of the query whose order at k is furthest from its best order."""
    gaps = {}
    for query, gains in gains_by_query(results, graded_relevance).items():
        best_first = sorted(gains, reverse=True)
        gaps[query] = ndcg_at_k(best_first, k) - ndcg_at_k(gains, k)
    # max keeps the first of equal ones, and of nothing it raises the ValueError that is asked for.
    query = max(gaps, key=gaps.get)
    return query, gaps[query]
