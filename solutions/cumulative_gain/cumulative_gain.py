"""CG@k: add up what the first k results of a ranked list are worth."""


def cumulative_gain(rels, k):
    """Return the sum of the relevance of the first k results."""
    looked_at = rels[: max(k, 0)]
    return sum(looked_at)
