"""Your gap also counts documents that were never retrieved, and these no order can bring back.

The lesson looks for queries that a better order would help: from which documents may that order
be made?
"""


def ndcg_at_k(gains, candidates, k):
    cut = max(k, 0)
    ideal = dcg(sorted(candidates, reverse=True)[:cut])
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal


def gains_of(retrieved, grades):
    return [grades.get(document, 0) for document in retrieved]


def ndcg_at_cutoffs(results, graded_relevance):
    scores = {}
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = gains_of(retrieved, grades)
        scores[query] = (
            ndcg_at_k(gains, grades.values(), 5),
            ndcg_at_k(gains, grades.values(), 10),
        )
    return scores


def largest_gap(results, graded_relevance, k):
    gaps = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = gains_of(retrieved, grades)
        gaps.append((query, (dcg(gains) > 0 and k > 0) - ndcg_at_k(gains, grades.values(), k)))
    largest = gaps[0] if gaps else None
    if largest is None:
        raise ValueError("there are no queries")
    for query, gap in gaps:
        if gap > largest[1]:
            largest = (query, gap)
    return largest
