import math
from itertools import groupby


def dcg(truth, scores, k):
    total, place = 0.0, 0
    for _, tied in groupby(sorted(zip(scores, truth), reverse=True), key=lambda pair: pair[0]):
        grades = [grade for _, grade in tied]
        places = range(place, place + len(grades))
        left = sum(1 / math.log2(i + 2) for i in places if k is None or i < k)
        total += sum(grades) / len(grades) * left
        place += len(grades)
    return total


def ndcg_score(y_true, y_score, k=None):
    shapes = [[len(row) for row in rows] for rows in (y_true, y_score)]
    if shapes[0] != shapes[1] or not shapes[0]:
        raise ValueError("not the same shape")
    scores = []
    for truth, guess in zip(y_true, y_score):
        ideal = dcg(truth, truth, k)
        scores.append(dcg(truth, guess, k) / ideal if ideal > 0 else 0.0)
    return sum(scores) / len(scores)
