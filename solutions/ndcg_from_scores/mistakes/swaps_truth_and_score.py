"""You use the scores as gains, and rank by the grades.

Multiply all scores by ten: a ranking does not change by that, so which of the two matrices may
never be added up?
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = dcg_with_ties(scores, scores, left)
        if ideal > 0:
            total += dcg_with_ties(scores, truth, left) / ideal
    return float(total / len(y_true))
