import math


def dcg(gains, k):
    total = 0
    for i in range(min(k, len(gains))):
        total += gains[i] / math.log2(i + 2)
    return total


def ndcg_at_cutoffs(results, graded_relevance):
    answer = {}
    for query in results:
        gains = []
        for doc in results[query]:
            gains.append(graded_relevance[query][doc])
        best = sorted(gains, reverse=True)
        answer[query] = (dcg(gains, 5) / dcg(best, 5), dcg(gains, 10) / dcg(best, 10))
    return answer


def largest_gap(results, graded_relevance, k):
    biggest = 0
    for query in results:
        gains = [graded_relevance[query].get(doc, 0) for doc in results[query]]
        best = sorted(gains, reverse=True)
        gap = dcg(best, k) - dcg(gains, k)
        if gap > biggest:
            biggest = gap
            name = query
    return name, biggest
