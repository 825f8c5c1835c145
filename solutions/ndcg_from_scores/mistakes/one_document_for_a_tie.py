"""In your code a tie counts as a single document, in the ranking and in the ideal.

Give three documents the same score: how many of them earn something in the lesson's formula, and
how many in your code?
"""


def dcg_with_ties(truth, scores, left):
    total = 0.0
    for place, score in enumerate(np.unique(scores)[::-1]):
        total += truth[scores == score].mean() * left[place]
    return total
