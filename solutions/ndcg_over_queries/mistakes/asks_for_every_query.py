"""Your code stops with a KeyError at a query for which there are no judgments.

Such a query was asked, and nobody has got round to judging it: what does the lesson say that it
scores, and what are the grades of its documents?
"""


def ndcg(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance[query]
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, gains, k))
    return mean(scores)
