"""The best order of your ndcg_all_judged is no longer than the list that the system returned.

So a system that shows one document, the best, and then stops scores 1.0: how many of the judged
documents could it have shown in its first k places, and how many does your ideal hold?
"""


def ndcg_all_judged(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        cut = min(k, len(gains))
        scores.append(ndcg_of_one(gains, grades.values(), cut))
    return mean(scores)
