"""You make one long ranking of all queries.

A document competes with the others of its own query only: how many rankings are there when the
matrix has three rows?
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    truth, scores = y_true.ravel(), y_score.ravel()
    left = what_is_left(len(truth), k)
    ideal = dcg_with_ties(truth, truth, left)
    return float(dcg_with_ties(truth, scores, left) / ideal) if ideal > 0 else 0.0
