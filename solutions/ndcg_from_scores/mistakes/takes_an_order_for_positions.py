"""You use the answer of argsort as the positions of the documents, which it is not.

Try np.argsort on the scores 0.5, 0.1, 0.9 negated: does the first number say where the first
document stands, or which document stands first?
"""


def dcg_at_positions(truth, scores, left):
    return (truth * left[np.argsort(-scores, kind="stable")]).sum()


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = (np.sort(truth)[::-1] * left).sum()
        if ideal > 0:
            total += dcg_at_positions(truth, scores, left) / ideal
    return float(total / len(y_true))
