"""In your code even a perfect model scores below 1.0 if there are relevant documents after the cut.

Above the line stand k documents at most: how many stand below it? Follow a row in the best order,
with k = 1, through your code.
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = dcg_with_ties(truth, truth, what_is_left(len(truth), None))
        if ideal > 0:
            total += dcg_with_ties(truth, scores, left) / ideal
    return float(total / len(y_true))
