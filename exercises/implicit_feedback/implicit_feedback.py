"""Implicit feedback: grades and gains from what people do."""


def grade_of(events):
    """Return the grade of the strongest event: 1 click, 2 cart, 3 purchase, 0 all else.

    By hand: grade_of(["impression", "cart", "click"]) is 2.
    """
    # TODO: find the strongest event; there may be none, and some with other names.
    raise NotImplementedError("grade_of is not written yet")


def clipped_weight(propensity, clip):
    """Return 1 / propensity, or the clip where that is smaller.

    The propensity is above 0 and at most 1, the clip at least 1; all else is a ValueError.
    By hand: clipped_weight(0.25, 10) is 4.0, and clipped_weight(0.25, 3) is 3.
    """
    # TODO: refuse what is out of range, then take the smaller one.
    raise NotImplementedError("clipped_weight is not written yet")


def ips_gain(clicks, propensities, clip):
    """Return the mean of the clipped weights of the clicks, over all showings.

    clicks holds a 0 or 1 for each showing, propensities the chance that a person looked.
    By hand: ips_gain([1, 0, 1, 0], [1.0, 0.5, 0.2, 0.1], 4) is (1 + 4) / 4 = 1.25.
    """
    # TODO: add up the weights of the clicks and divide by the number of showings.
    raise NotImplementedError("ips_gain is not written yet")
