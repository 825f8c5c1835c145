"""Without any query you answer with a number, as if there had been something to score.

There is no mean of no numbers: which error does the lesson ask for?
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if len(y_true) == 0:
        return 0.0
    if y_true.shape != y_score.shape:
        raise ValueError("y_true and y_score must have the same shape")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = dcg_with_ties(truth, truth, left)
        if ideal > 0:
            total += dcg_with_ties(truth, scores, left) / ideal
    return float(total / len(y_true))
