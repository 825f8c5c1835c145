"""Your gap is the one at 5 or the one at 10, and the caller may ask for another cut.

At k = 1 or k = 3 your first function has no answer ready: what would your second one have to
score anew, and where would k come in?
"""


def gains_of(retrieved, grades):
    return [grades.get(document, 0) for document in retrieved]


def largest_gap(results, graded_relevance, k):
    gaps = []
    for query, retrieved in results.items():
        gains = gains_of(retrieved, graded_relevance.get(query, {}))
        best_first = sorted(gains, reverse=True)
        cut = 5 if k == 5 else 10
        gaps.append((query, ndcg_at_k(best_first, cut) - ndcg_at_k(gains, cut)))
    largest = gaps[0] if gaps else None
    if largest is None:
        raise ValueError("there are no queries")
    for query, gap in gaps:
        if gap > largest[1]:
            largest = (query, gap)
    return largest
