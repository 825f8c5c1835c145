"""You take the judgments in the order in which they stand, and so grade a query by another one's.

Give the same judgments with their queries the other way round: the system is the same, and so
should be the score. By what does the lesson say that a query finds its judgments?
"""

import math


def dcg(gains):
    return sum(gain / math.log2(index + 2) for index, gain in enumerate(gains))


def ndcg_of_one(gains, candidates, k):
    cut = max(k, 0)
    ideal = dcg(sorted(candidates, reverse=True)[:cut])
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal


def mean(scores):
    if not scores:
        raise ValueError("there are no queries to score")
    return sum(scores) / len(scores)


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
