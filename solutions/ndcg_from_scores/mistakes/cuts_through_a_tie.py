"""Your ties are right as long as none of them stands across the cut.

Think of two tied documents and k = 1: which of them does your code look at, and is there a reason
why that one?
"""


def dcg_with_ties(truth, scores, left):
    shown = np.argsort(-scores, kind="stable")[: (left > 0).sum()]
    truth, scores = truth[shown], scores[shown]
    total = 0.0
    above = 0
    for score in np.unique(scores)[::-1]:
        tied = scores == score
        below = above + tied.sum()
        total += truth[tied].mean() * left[above:below].sum()
        above = below
    return total
