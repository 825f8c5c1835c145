"""Both of your functions use the ideal of all judged documents, so a miss costs in both.

One of them asks only how well a system ordered what it found: which documents may then be in its
best order?
"""


def ndcg(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, grades.values(), k))
    return mean(scores)
