"""The base of the logarithm: where it can change an order, and two lists that prove it."""

import math


def divisors_today(n, base):
    """Return a list of the n divisors of today's DCG, for the positions 1 to n.

    A base of 1 or below is a ValueError.
    By hand: divisors_today(3, 4) is about [0.5, 0.792481, 1.0].
    """
    # TODO: refuse a bad base; then one math.log(..., base) for each position.
    raise NotImplementedError("divisors_today is not written yet")


def divisors_at_first(n, base):
    """Return a list of the n divisors of the first DCG, for the positions 1 to n.

    A base of 1 or below is a ValueError.
    By hand: divisors_at_first(3, 2) is about [1, 1, 1.584963].
    """
    # TODO: 1 at each position smaller than the base, a logarithm at all others.
    raise NotImplementedError("divisors_at_first is not written yet")


def two_lists(one, other):
    """Return a pair (a, b) of lists of grades, or None if no such pair exists.

    one and other are two lists of divisors of the same length, all above 0.
    Divided by one, a has the higher DCG; divided by other, b has it.
    a and b hold one grade for each divisor, 0 or more; a grade may be a fraction.
    """
    # TODO: find two positions whose divisors have another ratio in one than in other.
    raise NotImplementedError("two_lists is not written yet")
