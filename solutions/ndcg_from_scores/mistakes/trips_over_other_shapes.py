"""Matrices of different shapes do stop your code, but by accident, with an error of another kind.

Somewhere it looks for a row that is not there: what could it compare at the very start, and which
error does the lesson ask for?
"""

import numpy as np


def what_is_left(count, k):
    left = 1 / np.log2(np.arange(2, count + 2))
    if k is not None:
        left[max(k, 0) :] = 0
    return left


def dcg_with_ties(truth, scores, left):
    total = 0.0
    above = 0
    for score in np.unique(scores)[::-1]:
        tied = scores == score
        below = above + tied.sum()
        total += truth[tied].mean() * left[above:below].sum()
        above = below
    return total


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if len(y_true) == 0:
        raise ValueError("there is no query")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for row in range(len(y_true)):
        truth, scores = y_true[row], y_score[row]
        ideal = dcg_with_ties(truth, truth, left)
        if ideal > 0:
            total += dcg_with_ties(truth, scores, left) / ideal
    return float(total / len(y_true))
