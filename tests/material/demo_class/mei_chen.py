import math


def dcg(rels):
    # step 1: make a list of all the divisors
    divisors = [math.log(i + 1, 2) for i in range(1, len(rels) + 1)]
    # step 2: divide every grade by its divisor
    terms = []
    for i in range(len(rels)):
        terms.append(rels[i] / divisors[i])
    # step 3: add them up
    return sum(terms)


def ndcg_at_k(ranked_rels, k):
    # nothing relevant => 0.0 (see conventions)
    if not any(ranked_rels):
        return 0.0
    if k < 1:
        return 0.0
    # dcg of what we have
    actual = dcg(ranked_rels[: max(k, 0)])
    # dcg of the best we could have
    copy = list(ranked_rels)
    copy.sort()
    copy.reverse()
    best = dcg(copy[: max(k, 0)])
    result = actual / best
    # print("result", result)
    return result


# my checks
assert dcg([3, 0, 2]) == 4.0
assert ndcg_at_k([3, 2, 1], 3) == 1.0
