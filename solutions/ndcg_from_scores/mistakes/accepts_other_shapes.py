"""You score matrices that do not belong together.

numpy may stretch a single row over many, or a loop may stop at the shorter one, and neither
complains: which two shapes does your code compare before it starts?
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if len(y_true) == 0:
        raise ValueError("there is no query")
    y_score = np.broadcast_to(y_score, (len(y_true), y_score.shape[1]))
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = dcg_with_ties(truth, truth, left)
        if ideal > 0:
            total += dcg_with_ties(truth, scores, left) / ideal
    return float(total / len(y_true))
