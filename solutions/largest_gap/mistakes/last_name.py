"""You name the query that comes last in the alphabet, however small its gap is.

Ask Python for max({"a": 2, "b": 1}) and look at what comes back: what does it compare there, the
names or the numbers, and what did you want it to compare?
"""


def gains_of(retrieved, grades):
    return [grades.get(document, 0) for document in retrieved]


def largest_gap(results, graded_relevance, k):
    gaps = []
    for query, retrieved in results.items():
        gains = gains_of(retrieved, graded_relevance.get(query, {}))
        best_first = sorted(gains, reverse=True)
        gaps.append((query, ndcg_at_k(best_first, k) - ndcg_at_k(gains, k)))
    by_query = dict(gaps)
    query = max(by_query)
    return query, by_query[query]
