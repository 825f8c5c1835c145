"""Two rankings compared: Kendall's tau for scores, rank-biased overlap for pages."""


def kendall_tau(a, b):
    """Return Kendall's tau-b of two lists of scores of the same items.

    a[i] and b[i] are two scores of one item; a higher score is better in both.
    kendall_tau([0.4, 0.3, 0.2, 0.1], [0.6, 0.8, 0.4, 0.4]) is 0.547723.
    """
    # TODO: go through all pairs of items, and count.
    raise NotImplementedError("kendall_tau is not written yet")


def agreement(first, second, depth):
    """Return the share of the first depth names that two ranked lists have in common.

    By hand: agreement(["d1", "d2", "d3"], ["d2", "d1", "d5"], 3) is 0.666667.
    """
    # TODO: count the names that are among the first ones of both lists.
    raise NotImplementedError("agreement is not written yet")


def rank_biased_overlap(first, second, p):
    """Return the extrapolated rank-biased overlap of two ranked lists of names.

    p is the chance of going one result deeper, above 0 and below 1, else ValueError.
    rank_biased_overlap(["d1", "d2", "d3", "d4"], ["d2", "d1", "d5", "d3"], 0.5) is 0.427083.
    """
    # TODO: weigh the agreement at each depth, and add the part below the lists.
    raise NotImplementedError("rank_biased_overlap is not written yet")
