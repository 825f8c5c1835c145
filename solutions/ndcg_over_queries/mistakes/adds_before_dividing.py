"""You add up the DCG of all queries and divide once, so queries with many good documents dominate.

Normalizing is there to bring every query to the same scale before they meet: how many divisions
by an ideal does a mean over three queries need?
"""


def ndcg_of_one(gains, candidates, k):
    cut = max(k, 0)
    ideal = dcg(sorted(candidates, reverse=True)[:cut])
    return dcg(gains[:cut]), ideal


def ratio(pairs):
    if not pairs:
        raise ValueError("there are no queries to score")
    ideal = sum(best for _, best in pairs)
    return sum(seen for seen, _ in pairs) / ideal if ideal else 0.0


def ndcg(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, gains, k))
    return ratio(scores)


def ndcg_all_judged(results, graded_relevance, k=10):
    scores = []
    for query, retrieved in results.items():
        grades = graded_relevance.get(query, {})
        gains = [grades.get(document, 0) for document in retrieved]
        scores.append(ndcg_of_one(gains, grades.values(), k))
    return ratio(scores)
