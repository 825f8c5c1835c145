"""Your mean leaves out the queries without judgments.

Some programs of the field do the same, but look at the conventions of this lesson: what does such
a query score here, and does that score count in the mean?
"""


def ndcg(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        if query not in graded_relevance:
            continue
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, gains, k))
    return mean(scores)


def ndcg_all_judged(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        if query not in graded_relevance:
            continue
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, grades.values(), k))
    return mean(scores)
