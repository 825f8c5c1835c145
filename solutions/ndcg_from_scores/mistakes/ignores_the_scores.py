"""You rank the documents in the order of their columns, whatever the model says.

Put the columns of both matrices in another order and compare: where in your code do the scores
make a difference?
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = (np.sort(truth)[::-1] * left).sum()
        if ideal > 0:
            total += (truth * left).sum() / ideal
    return float(total / len(y_true))
