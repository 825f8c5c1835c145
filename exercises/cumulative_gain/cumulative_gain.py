"""CG@k: add up what the first k results of a ranked list are worth."""


def cumulative_gain(rels, k):
    """Return the sum of the relevance of the first k results.

    rels holds one number for each result, in ranked order: rels[0] belongs to position 1.
    A k beyond the list adds nothing more; for a k below 1 the answer is 0.
    By hand: cumulative_gain([1, 0, 1, 1, 0], 5) is 3.
    """
    # TODO: add up the first k numbers of rels, and return the sum.
    raise NotImplementedError("cumulative_gain is not written yet")
