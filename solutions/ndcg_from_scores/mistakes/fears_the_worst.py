"""You put the worse one of two tied documents first, so that a model is punished for every tie.

In the lesson's table of orders that is the one with bad luck: what does the lesson do with the two
orders?
"""


def sorted_dcg(truth, scores, left):
    order = np.lexsort((truth, -scores))
    return (truth[order] * left).sum()


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = sorted_dcg(truth, truth, left)
        if ideal > 0:
            total += sorted_dcg(truth, scores, left) / ideal
    return float(total / len(y_true))
