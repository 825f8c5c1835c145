"""Your first formula takes a logarithm at every position, also before the base.

What is the logarithm of 1? The first formula has a special rule for the positions before the base.
"""

import math


def divisors_today(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [math.log(i + 1, base) for i in range(1, n + 1)]


def divisors_at_first(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [math.log(i, base) for i in range(1, n + 1)]


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(len(one)):
            low, high = one[i] / one[j], other[i] / other[j]
            if low < high and not math.isclose(low, high):
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = (low + high) / 2, 1
                return a, b
    return None
