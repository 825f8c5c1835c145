"""The ideal of your ndcg sees only the first k results, so a good one below them costs nothing.

Let the only relevant document stand at position 2, and take k = 1: what could the system have
shown at position 1, had it put what it found in the best order?
"""


def ndcg(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved[: max(k, 0)]]
        scores.append(ndcg_of_one(gains, gains, k))
    return mean(scores)
