"""Your code stops with a KeyError at the first unjudged document.

Unjudged documents are normal: which gain does the lesson give them, and how do you ask a
dictionary for a key that may be missing?
"""


def ndcg(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades[document] for document in retrieved]
        scores.append(ndcg_of_one(gains, gains, k))
    return mean(scores)
