"""Your gap is the one at 10, whatever k is.

At a smaller cut another query may need the repair: where in your second function does k make a
difference?
"""


def gains_of(retrieved, grades):
    return [grades.get(document, 0) for document in retrieved]


def largest_gap(results, graded_relevance, k):
    gaps = []
    for query, retrieved in results.items():
        gains = gains_of(retrieved, graded_relevance.get(query, {}))
        best_first = sorted(gains, reverse=True)
        gaps.append((query, ndcg_at_k(best_first, 10) - ndcg_at_k(gains, 10)))
    largest = gaps[0] if gaps else None
    if largest is None:
        raise ValueError("there are no queries")
    for query, gap in gaps:
        if gap > largest[1]:
            largest = (query, gap)
    return largest
