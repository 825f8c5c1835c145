import numpy as np


def dcg(truth, scores, discount):
    _, place, counts = np.unique(-scores, return_inverse=True, return_counts=True)
    means = np.bincount(place, weights=truth) / counts
    ends = counts.cumsum()
    total = np.concatenate([[0], discount.cumsum()])
    return (means * (total[ends] - total[ends - counts])).sum()


def ndcg_score(y_true, y_score, k=None):
    y_true, y_score = np.array(y_true, dtype=float), np.array(y_score, dtype=float)
    if y_true.shape != y_score.shape or y_true.size == 0:
        raise ValueError("shapes")
    n = y_true.shape[1]
    discount = 1 / np.log2(np.arange(n) + 2)
    discount[n if k is None else max(k, 0) :] = 0
    pairs = zip(y_true, y_score)
    rows = np.array([(dcg(t, s, discount), dcg(t, t, discount)) for t, s in pairs])
    return np.divide(rows[:, 0], rows[:, 1], out=np.zeros(len(rows)), where=rows[:, 1] > 0).mean()
