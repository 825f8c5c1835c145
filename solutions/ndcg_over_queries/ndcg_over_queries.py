"""NDCG over many queries: from document ids and judgments to one number for a system."""

import math


def dcg(gains):
    """Return the discounted cumulative gain of a list of gains."""
    return sum(gain / math.log2(index + 2) for index, gain in enumerate(gains))


def ndcg_of_one(gains, candidates, k):
    """Return the NDCG@k of one query; the ideal is made from the gains of the candidates."""
    cut = max(k, 0)
    ideal = dcg(sorted(candidates, reverse=True)[:cut])
    if ideal == 0:
        return 0.0
    return dcg(gains[:cut]) / ideal


def mean(scores):
    """Return the mean of the scores of the queries."""
    if not scores:
        raise ValueError("there are no queries to score")
    return sum(scores) / len(scores)


def ndcg(results, graded_relevance, k=10):
    """Return the mean NDCG@k, with the ideal made from the retrieved documents of each query."""
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, gains, k))
    return mean(scores)


def ndcg_all_judged(results, graded_relevance, k=10):
    """Return the mean NDCG@k, with the ideal made from all judged documents of each query."""
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, grades.values(), k))
    return mean(scores)
