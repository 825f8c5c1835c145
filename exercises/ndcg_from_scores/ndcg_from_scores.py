"""NDCG from scores: from a model's numbers to a ranking, with ties averaged."""

import numpy as np


def ndcg_score(y_true, y_score, k=None):
    """Return the mean NDCG@k of the queries, as a number from 0.0 to 1.0.

    y_true holds the grades and y_score the scores of a model: a row for each query, a column for
    each document. Both may be arrays or nested lists, and both stay unchanged.
    By hand: ndcg_score([[1, 3, 0, 2]], [[0.9, 0.4, 0.4, 0.1]]) is 0.747134.
    """
    # TODO: np.asarray both; score each row, with the mean gain for tied documents; take the mean.
    raise NotImplementedError("ndcg_score is not written yet")
