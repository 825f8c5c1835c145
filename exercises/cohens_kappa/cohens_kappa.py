"""Cohen's kappa: how far two judges agree beyond chance."""


def observed_agreement(first, second):
    """Return the share of documents to which both judges gave the same label.

    first and second hold one label for each document, in the same order of documents.
    Lists of different lengths and empty lists are a ValueError, in all four functions.
    By hand: observed_agreement([1, 1, 0, 0, 0], [1, 0, 1, 0, 0]) is 0.6.
    """
    # TODO: refuse what cannot be compared, then count the documents with equal labels.
    raise NotImplementedError("observed_agreement is not written yet")


def chance_agreement(first, second):
    """Return the agreement that is expected if the same labels are dealt out at random.

    By hand: chance_agreement([1, 1, 0, 0, 0], [1, 0, 1, 0, 0]) is 0.52.
    """
    # TODO: for each label, multiply its shares for the first and the second judge; add up.
    raise NotImplementedError("chance_agreement is not written yet")


def cohens_kappa(first, second):
    """Return Cohen's kappa of two judges, or None if the chance agreement is 1.

    By hand: cohens_kappa([1, 1, 0, 0, 0], [1, 0, 1, 0, 0]) is 0.166667.
    """
    # TODO: divide what is above chance by what could be above chance.
    raise NotImplementedError("cohens_kappa is not written yet")


def weighted_kappa(first, second):
    """Return kappa with linear weights for two lists of grades, or None if all grades are equal.

    By hand: weighted_kappa([3, 3, 2, 1, 0, 0], [3, 2, 2, 1, 1, 0]) is 0.739130.
    """
    # TODO: compare the mean distance of the pairs with that of all possible pairs.
    raise NotImplementedError("weighted_kappa is not written yet")
