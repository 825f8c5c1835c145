"""Where a query has nothing relevant, your score comes out as nan, which is no number at all.

numpy divides 0 by 0 without stopping, and what comes out spreads to everything that it is added
to: which score does the lesson give such a row?
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    found = []
    with np.errstate(invalid="ignore"):
        for truth, scores in zip(y_true, y_score, strict=True):
            ideal = np.float64(dcg_with_ties(truth, truth, left))
            found.append(dcg_with_ties(truth, scores, left) / ideal)
    return float(np.mean(found))
