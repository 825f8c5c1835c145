"""You rank from the lowest up, in the ideal too, so that a bad model can score above 1.

The functions of numpy begin with the smallest: which document should stand at position 1, and
which grade in the best order?
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
