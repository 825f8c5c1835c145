"""You name the query with the lowest NDCG, and that score stands where its gap should.

Work out by hand for "visa" in the lesson how much a better order would bring: is the query with
the lowest score always the one to repair?
"""


def gains_of(retrieved, grades):
    return [grades.get(document, 0) for document in retrieved]


def largest_gap(results, graded_relevance, k):
    gaps = []
    for query, retrieved in results.items():
        gains = gains_of(retrieved, graded_relevance.get(query, {}))
        gaps.append((query, ndcg_at_k(gains, k)))
    largest = gaps[0] if gaps else None
    if largest is None:
        raise ValueError("there are no queries")
    for query, gap in gaps:
        if gap < largest[1]:
            largest = (query, gap)
    return largest
