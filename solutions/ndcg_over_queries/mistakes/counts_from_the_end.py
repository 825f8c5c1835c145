"""Your scores are right for every k from 0 on, but with a negative k documents still count.

Try [1, 2, 3][:-1] in Python and see which numbers are left: what does a minus mean there, and
what does the lesson settle for such a k?
"""

import math


def dcg(gains):
    return sum(gain / math.log2(index + 2) for index, gain in enumerate(gains))


def ndcg_of_one(gains, candidates, k):
    cut = k
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
