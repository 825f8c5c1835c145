"""You return None as the query when there are no queries, and the caller goes on with it.

The error will then appear somewhere else: what should your function do when there is no query to
name?
"""


def gains_of(retrieved, grades):
    return [grades.get(document, 0) for document in retrieved]


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
