"""Matrices of different shapes do stop your code, but by accident, with an error of another kind.

What could your code compare at the very start, and which error does the lesson ask for?
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if len(y_true) == 0:
        raise ValueError("there is no query")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for row in range(len(y_true)):
        truth, scores = y_true[row], y_score[row]
        ideal = dcg_with_ties(truth, truth, left)
        if ideal > 0:
            total += dcg_with_ties(truth, scores, left) / ideal
    return float(total / len(y_true))
