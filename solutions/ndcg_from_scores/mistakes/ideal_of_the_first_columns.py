"""Your ideal is the best of the first k columns, wherever the model ranks these documents.

In which order the columns stand is an accident: which grades of the row may fill the best possible
first k places?
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        best = np.sort(truth[: (left > 0).sum()])[::-1]
        ideal = (best * left[: len(best)]).sum()
        if ideal > 0:
            total += dcg_with_ties(truth, scores, left) / ideal
    return float(total / len(y_true))
