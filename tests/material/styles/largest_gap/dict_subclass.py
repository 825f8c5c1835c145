import math


class Results(dict):
    """The gains of each query."""

    def __init__(self, results, judged):
        for query, names in results.items():
            grades = judged.get(query) or {}
            self[query] = [grades.get(name, 0) for name in names]

    def map(self, function):
        return {query: function(gains) for query, gains in self.items()}


def dcg(gains, k):
    total = 0
    for i in range(len(gains)):
        if i < k:
            total += gains[i] / math.log2(i + 2)
    return total


def ndcg(gains, k):
    ideal = dcg(sorted(gains, reverse=True), k)
    return 0.0 if ideal == 0 else dcg(gains, k) / ideal


def ndcg_at_cutoffs(results, graded_relevance):
    cutoffs = (5, 10)
    return Results(results, graded_relevance).map(lambda g: tuple(ndcg(g, k) for k in cutoffs))


def largest_gap(results, graded_relevance, k):
    gap = lambda g: ndcg(sorted(g, reverse=True), k) - ndcg(g, k)
    gaps = Results(results, graded_relevance).map(gap)
    if not gaps:
        raise ValueError("nothing to repair")
    [best, *_] = sorted(gaps.items(), key=lambda item: item[1], reverse=True)
    return best
