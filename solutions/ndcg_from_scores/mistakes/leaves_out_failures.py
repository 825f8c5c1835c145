"""You take the mean over the queries that have something relevant, and forget the others.

How many rows did the matrix have, and by which number does your code divide?
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    found = []
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = dcg_with_ties(truth, truth, left)
        if ideal > 0:
            found.append(dcg_with_ties(truth, scores, left) / ideal)
    return float(np.mean(found)) if found else 0.0
