"""Your numbers are right the first time, but the caller's grades are out of order afterwards.

Some ways of sorting make a new array and others rearrange the one that they are given; a row of a
matrix is no copy.
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        own = dcg_with_ties(truth, scores, left)
        truth.sort()
        ideal = (truth[::-1] * left).sum()
        if ideal > 0:
            total += own / ideal
    return float(total / len(y_true))
