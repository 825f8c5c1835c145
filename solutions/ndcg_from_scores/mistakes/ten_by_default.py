"""If the caller gives no k, you look at ten positions only.

What does a k of None mean in the lesson? Try a matrix with more than ten columns.
"""


def ndcg_score(y_true, y_score, k=10):
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
