"""Your scores are too high if unjudged documents stand above relevant ones.

Such a document brings nothing, but it is there, and a reader has to go past it: how many numbers
does your list hold for a query with three results of which two were judged?
"""


def ndcg(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades[document] for document in retrieved if document in grades]
        scores.append(ndcg_of_one(gains, gains, k))
    return mean(scores)


def ndcg_all_judged(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades[document] for document in retrieved if document in grades]
        scores.append(ndcg_of_one(gains, grades.values(), k))
    return mean(scores)
