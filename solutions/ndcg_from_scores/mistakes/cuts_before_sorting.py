"""Your ideal only knows the documents that made the cut, so a good one left below it costs nothing.

Which grades of the row may fill the best possible first k places?
"""


def ideal_of_the_shown(truth, scores, left):
    shown = np.argsort(-scores, kind="stable")[: (left > 0).sum()]
    best = np.sort(truth[shown])[::-1]
    return (best * left[: len(best)]).sum()


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = ideal_of_the_shown(truth, scores, left)
        if ideal > 0:
            total += dcg_with_ties(truth, scores, left) / ideal
    return float(total / len(y_true))
