"""Even the best possible order misses 1.0 with you, wherever relevant documents lie below the cut.

Above the line stand k documents at most: how many stand below it? Follow three documents of
grade 1 with k = 2 through your code.
"""

import math


def dcg(gains):
    return sum(gain / math.log2(index + 2) for index, gain in enumerate(gains))


def ndcg_of_one(gains, candidates, k):
    cut = max(k, 0)
    ideal = dcg(sorted(candidates, reverse=True))
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal


def mean(scores):
    if not scores:
        raise ValueError("there are no queries to score")
    return sum(scores) / len(scores)


def ndcg(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, gains, k))
    return mean(scores)


def ndcg_all_judged(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, grades.values(), k))
    return mean(scores)
