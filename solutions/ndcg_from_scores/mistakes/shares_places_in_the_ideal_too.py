"""Tied documents stand at one position with you, and in the ideal so do documents of one grade.

A page shows one result below the other. Which positions do three documents with the same score
fill, and how much is left of a gain at each of them?
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
        total += truth[tied].sum() * left[above]
        above += tied.sum()
    return total


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = dcg_with_ties(truth, truth, left)
        if ideal > 0:
            total += dcg_with_ties(truth, scores, left) / ideal
    return float(total / len(y_true))
