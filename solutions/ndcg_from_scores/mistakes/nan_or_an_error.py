"""Where nothing is relevant your score is nan, and with a k below 1 your code stops with an error.

Both come from one division: what is the ideal DCG of a row of zeros, and of any row with k = 0,
and which score does the lesson give them?
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        if k is not None and k < 1:
            raise ZeroDivisionError("nothing is looked at")
        ideal = np.float64(dcg_with_ties(truth, truth, left))
        with np.errstate(invalid="ignore"):
            total += dcg_with_ties(truth, scores, left) / ideal
    return float(total / len(y_true))
