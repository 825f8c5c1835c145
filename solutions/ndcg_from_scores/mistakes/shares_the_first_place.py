"""You let all documents of a tie stand at the same position, the first one of theirs.

In a race two winners may share a place, but a page shows one result below the other: which
positions do two tied documents fill together?
"""


def dcg_with_ties(truth, scores, left):
    total = 0.0
    above = 0
    for score in np.unique(scores)[::-1]:
        tied = scores == score
        total += truth[tied].sum() * left[above]
        above += tied.sum()
    return total


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    total = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        ideal = (np.sort(truth)[::-1] * left).sum()
        if ideal > 0:
            total += dcg_with_ties(truth, scores, left) / ideal
    return float(total / len(y_true))
