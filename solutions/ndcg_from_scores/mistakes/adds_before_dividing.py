"""You add up the DCGs of all queries and divide once, so that queries with high grades decide.

Every query has its own ideal, and every query counts the same: how many divisions does that take
for three rows?
"""


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.shape != y_score.shape or len(y_true) == 0:
        raise ValueError("y_true and y_score must have the same shape, and a row at least")
    left = what_is_left(y_true.shape[1], k)
    own = ideal = 0.0
    for truth, scores in zip(y_true, y_score, strict=True):
        own += dcg_with_ties(truth, scores, left)
        ideal += dcg_with_ties(truth, truth, left)
    return float(own / ideal) if ideal > 0 else 0.0
