import math


def score(gains, k):
    total = 0
    for i, gain in enumerate(gains[:k], 1):
        total += gain / math.log2(i + 1)
    return total


def ndcg_at_cutoffs(results, graded_relevance):
    out = {}
    for query in results:
        gains = []
        for doc in results[query]:
            if doc in graded_relevance[query]:
                gains.append(graded_relevance[query][doc])
        best = sorted(graded_relevance[query].values(), reverse=True)
        out[query] = score(gains, 5) / score(best, 5), score(gains, 10) / score(best, 10)
    return out


def largest_gap(results, graded_relevance, k):
    # TODO: find the gap of each query, and keep the largest with its query.
    raise NotImplementedError("largest_gap is not written yet")
