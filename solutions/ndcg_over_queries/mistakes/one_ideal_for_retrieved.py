"""Both of your functions measure against the retrieved documents, so missing the best is free.

Take a query with two relevant documents of which a system finds one: what is the best that any
system could have shown, and which of your functions knows about it?
"""


def ndcg_all_judged(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, gains, k))
    return mean(scores)
