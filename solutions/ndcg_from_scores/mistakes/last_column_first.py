"""Of two documents with the same score, the one further to the right comes first in your code.

A sort may leave them in the order of the columns, or turn them around. The model decides neither:
what does the lesson do with documents that a model cannot tell apart?
"""


def dcg_by_position(truth, scores, left):
    order = np.argsort(scores, kind="stable")[::-1]
    return (truth[order] * left).sum()


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = dcg_by_position(truth, truth, left)
        if ideal > 0:
            total += dcg_by_position(truth, scores, left) / ideal
    return float(total / len(y_true))
