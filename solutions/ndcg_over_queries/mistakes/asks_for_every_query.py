"""Your code stops with a KeyError at a query for which there are no judgments.

All documents of such a query are unjudged: which score does the lesson give it?
"""


def ndcg(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance[query]
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, gains, k))
    return mean(scores)
