"""You divide by the number of judged queries, although some of them were never asked.

The two dictionaries need not have the same queries: over which of them does the lesson take the
mean, and which of them does your code count?
"""


def mean(scores, queries):
    if not scores:
        raise ValueError("there are no queries to score")
    return sum(scores) / len(queries)


def ndcg(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, gains, k))
    return mean(scores, graded_relevance)


def ndcg_all_judged(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, grades.values(), k))
    return mean(scores, graded_relevance)
