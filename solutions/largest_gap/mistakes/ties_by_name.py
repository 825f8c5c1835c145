"""Where several queries share the largest gap, the alphabet decides in your code.

When Python compares pairs that agree in their first part it goes on to the second: what stands
there in your pairs, and which order does the lesson ask for?
"""


def gains_of(retrieved, grades):
    return [grades.get(document, 0) for document in retrieved]


def largest_gap(results, graded_relevance, k):
    gaps = []
    for query, retrieved in results.items():
        gains = gains_of(retrieved, graded_relevance.get(query, {}))
        best_first = sorted(gains, reverse=True)
        gaps.append((query, ndcg_at_k(best_first, k) - ndcg_at_k(gains, k)))
    gap, query = max((gap, query) for query, gap in gaps)
    return query, gap
