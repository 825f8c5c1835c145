"""You number the different scores, not the documents: all of a tie stand at the same position.

Write down the scores 8, 8, 8, 3 and the position of each document on the page. Which number does
your code give to the last one?
"""


def dcg_with_ties(truth, scores, left):
    total = 0.0
    for place, score in enumerate(np.unique(scores)[::-1]):
        total += truth[scores == score].sum() * left[place]
    return total
