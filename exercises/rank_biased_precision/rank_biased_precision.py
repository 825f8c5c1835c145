"""RBP: precision for a reader who may give up after every result, with its open rest."""


def rank_biased_precision(rels, p):
    """Return the rank-biased precision of a ranked list.

    rels holds, for each result in ranked order, 1 if it is relevant, 0 if it is not, a number
    in between if it is relevant in part, and None if it was not judged;
    p is the chance of going on to the next result, above 0 and below 1, else ValueError.
    By hand: rank_biased_precision([1, 0, 1, 1, 0], 0.5) is 0.6875.
    """
    # TODO: add up what each judged result is worth at its position; unjudged ones add nothing.
    raise NotImplementedError("rank_biased_precision is not written yet")


def residual(rels, p):
    """Return by how much the score would rise at most if everything unknown were relevant.

    Unknown are the unjudged results of rels and all results below its end.
    By hand: residual([1, 0, 1, 1, 0], 0.5) is 0.03125.
    """
    # TODO: add up what the unknown results would be worth, those below the list included.
    raise NotImplementedError("residual is not written yet")
