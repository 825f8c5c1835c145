"""You go through the queries in the order of the alphabet, and the caller's order is lost.

The order of the results is the one that the caller knows, and it also decides between equal gaps:
which step of yours puts the queries in order?
"""


def gains_of(retrieved, grades):
    return [grades.get(document, 0) for document in retrieved]


def ndcg_at_cutoffs(results, graded_relevance):
    scores = {}
    for query, retrieved in sorted(results.items()):
        gains = gains_of(retrieved, graded_relevance.get(query, {}))
        scores[query] = (ndcg_at_k(gains, 5), ndcg_at_k(gains, 10))
    return scores


def largest_gap(results, graded_relevance, k):
    gaps = []
    for query, retrieved in sorted(results.items()):
        gains = gains_of(retrieved, graded_relevance.get(query, {}))
        best_first = sorted(gains, reverse=True)
        gaps.append((query, ndcg_at_k(best_first, k) - ndcg_at_k(gains, k)))
    largest = gaps[0] if gaps else None
    if largest is None:
        raise ValueError("there are no queries")
    for query, gap in gaps:
        if gap > largest[1]:
            largest = (query, gap)
    return largest
