"""Comparing two systems over the same queries: a difference, or noise?"""


def mean_difference(a, b):
    """Return the mean over the queries of the score of A minus the score of B.

    a and b hold one score for each query, in the same order of queries.
    By hand: mean_difference([0.9, 0.8, 0.7, 0.5], [0.5, 0.7, 0.5, 0.6]) is 0.15.
    """
    # TODO: refuse what cannot be compared with a ValueError, then take the mean.
    raise NotImplementedError("mean_difference is not written yet")


def randomization_test(a, b, trials, seed):
    """Return the p-value of the difference between A and B, from so many trials.

    One random.Random(seed) serves all trials, with one rng.random() for each query.
    randomization_test([0.9, 0.8, 0.7, 0.5], [0.5, 0.7, 0.5, 0.6], 999, 1) is 0.393.
    """
    # TODO: toss a sign for each difference, trial by trial, and count.
    raise NotImplementedError("randomization_test is not written yet")


def is_noise(p, alpha=0.05):
    """Return whether a difference with this p-value cannot be told from noise."""
    # TODO: compare p with the border.
    raise NotImplementedError("is_noise is not written yet")
