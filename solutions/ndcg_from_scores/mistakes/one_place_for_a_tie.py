"""You count a tie as a single position, so everything below it moves up.

A group of three takes three places on the page: where does the document stand that comes after
it?
"""


def dcg_with_ties(truth, scores, left):
    total = 0.0
    for place, score in enumerate(np.unique(scores)[::-1]):
        total += truth[scores == score].mean() * left[place]
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
