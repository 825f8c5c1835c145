"""Your chance agreement puts the labels of both judges together before it counts them.

That is another coefficient, Scott's pi. Here each judge has shares of their own.
"""


def chance_agreement(first, second):
    n = len(pairs(first, second))
    return sum(count**2 for count in Counter([*first, *second]).values()) / (2 * n) ** 2
