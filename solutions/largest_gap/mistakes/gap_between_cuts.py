"""You take the distance between the two cuts of a query, and not that to its best order.

A query may be just as bad at 10 as at 5 and still be the one to repair: between which two rankings
of the same documents does the lesson measure?
"""


def gains_of(retrieved, grades):
    return [grades.get(document, 0) for document in retrieved]


def largest_gap(results, graded_relevance, k):
    gaps = []
    for query, retrieved in results.items():
        gains = gains_of(retrieved, graded_relevance.get(query, {}))
        best_first = sorted(gains, reverse=True)
        gaps.append((query, abs(ndcg_at_k(gains, 10) - ndcg_at_k(gains, 5))))
    largest = gaps[0] if gaps else None
    if largest is None:
        raise ValueError("there are no queries")
    for query, gap in gaps:
        if gap > largest[1]:
            largest = (query, gap)
    return largest
