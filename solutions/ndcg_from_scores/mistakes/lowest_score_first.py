"""You rank the documents with the lowest score first.

The functions of numpy sort from the smallest up: what does a model mean by a high score, and which
document should stand at position 1?
"""


def dcg_with_ties(truth, scores, left):
    total = 0.0
    above = 0
    for score in np.unique(scores):
        tied = scores == score
        below = above + tied.sum()
        total += truth[tied].mean() * left[above:below].sum()
        above = below
    return total


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = dcg_with_ties(truth, -truth, left)
        if ideal > 0:
            total += dcg_with_ties(truth, scores, left) / ideal
    return float(total / len(y_true))
