"""Where two documents have the same score, your result depends on the order of the columns.

Exchange two columns of both matrices: the model and the judgments say the same as before, so what
should happen to the score?
"""


def sorted_dcg(truth, scores, left):
    order = np.argsort(-scores, kind="stable")
    return (truth[order] * left).sum()


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = sorted_dcg(truth, truth, left)
        if ideal > 0:
            total += sorted_dcg(truth, scores, left) / ideal
    return float(total / len(y_true))
