"""In your code tied documents share one position; in the ideal, documents of one grade do so too.

A page shows one result below the other. Which positions do three documents with the same score
fill, and how much is left of a gain at each of them?
"""


def dcg_with_ties(truth, scores, left):
    total = 0.0
    above = 0
    for score in np.unique(scores)[::-1]:
        tied = scores == score
        total += truth[tied].sum() * left[above]
        above += tied.sum()
    return total
