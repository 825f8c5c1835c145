"""You divide by the number of documents where the number of queries is meant.

A matrix has two sizes: which of them counts what the mean is taken over?
"""


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
    return float(total / y_true.shape[1])
