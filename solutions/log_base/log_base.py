"""The base of the logarithm: where it can change an order, and two lists that prove it."""

import itertools
import math


def divisors_today(n, base):
    """Return log(i + 1) to the base, for each position i from 1 to n."""
    refuse_no_base(base)
    return [math.log(position + 1, base) for position in range(1, n + 1)]


def divisors_at_first(n, base):
    """Return 1 before position base and log(i) to the base from there on, for i from 1 to n."""
    refuse_no_base(base)
    return [1.0 if position < base else math.log(position, base) for position in range(1, n + 1)]


def refuse_no_base(base):
    """Raise ValueError for a base to which no logarithm is a divisor."""
    if base <= 1:
        raise ValueError("the base must be above 1")


def two_lists(one, other):
    """Return two lists of grades that change places with the divisors, or None."""
    for i, j in itertools.permutations(range(len(one)), 2):
        low, high = one[i] / one[j], other[i] / other[j]
        if low < high and not math.isclose(low, high):
            first, second = [0.0] * len(one), [0.0] * len(one)
            first[i], second[j] = (low + high) / 2, 1.0
            return first, second
    return None
