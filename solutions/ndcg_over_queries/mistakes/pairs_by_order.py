"""You take the judgments in the order in which they stand, and so grade a query by another one's.

Give the same judgments with their queries the other way round: the system is the same, and so
should be the score. By what does the lesson say that a query finds its judgments?
"""


def ndcg(results, graded_relevance, k=10):
    scores = []
    for grades, retrieved in zip(graded_relevance.values(), results.values()):
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, gains, k))
    return mean(scores)


def ndcg_all_judged(results, graded_relevance, k=10):
    scores = []
    for grades, retrieved in zip(graded_relevance.values(), results.values()):
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, grades.values(), k))
    return mean(scores)
