"""You name no query at all when every query is already in its best order.

Your search begins with a gap of 0 that belongs to no query, and no gap is larger than that here:
with which query could it begin instead?
"""


def gains_of(retrieved, grades):
    return [grades.get(document, 0) for document in retrieved]


def largest_gap(results, graded_relevance, k):
    gaps = []
    for query, retrieved in results.items():
        gains = gains_of(retrieved, graded_relevance.get(query, {}))
        best_first = sorted(gains, reverse=True)
        gaps.append((query, ndcg_at_k(best_first, k) - ndcg_at_k(gains, k)))
    if not gaps:
        raise ValueError("there are no queries")
    largest = (None, 0.0)
    for query, gap in gaps:
        if gap > largest[1]:
            largest = (query, gap)
    return largest
