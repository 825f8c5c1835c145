"""Your code passes over a query whose ideal DCG is 0, as if it had never been asked.

There is nothing to divide by, but the query was asked: which score does the lesson give it, and
what does that do to the mean?
"""


def ndcg_of_one(gains, candidates, k):
    cut = max(k, 0)
    ideal = dcg(sorted(candidates, reverse=True)[:cut])
    if ideal == 0:
        return None
    return dcg(gains[:cut]) / ideal


def mean(scores):
    scores = [score for score in scores if score is not None]
    if not scores:
        raise ValueError("there are no queries to score")
    return sum(scores) / len(scores)
