"""Your formulas are right, but your code stops with an error where there is nothing to find.

Think of a row of zeros, and of any row with k = 0: what is the ideal DCG of each, and which score
does the lesson give them?
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = float(dcg_with_ties(truth, truth, left))
        total += float(dcg_with_ties(truth, scores, left)) / ideal
    return float(total / len(y_true))
