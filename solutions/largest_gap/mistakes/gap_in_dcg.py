"""Your gap grows with the grades and the number of good documents, so it may be larger than 1.

Queries can be compared with each other only on one scale: which step brings a DCG to the scale
from 0 to 1, and does your gap take it?
"""


def gains_of(retrieved, grades):
    return [grades.get(document, 0) for document in retrieved]


def largest_gap(results, graded_relevance, k):
    gaps = []
    for query, retrieved in results.items():
        gains = gains_of(retrieved, graded_relevance.get(query, {}))
        best_first = sorted(gains, reverse=True)
        gaps.append((query, dcg(best_first[: max(k, 0)]) - dcg(gains[: max(k, 0)])))
    largest = gaps[0] if gaps else None
    if largest is None:
        raise ValueError("there are no queries")
    for query, gap in gaps:
        if gap > largest[1]:
            largest = (query, gap)
    return largest
