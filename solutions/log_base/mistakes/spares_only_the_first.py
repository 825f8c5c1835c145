"""Your first formula leaves only position 1 undiscounted, whatever the base.

With base 10, how many positions are before position 10? What should be their divisor?
"""

import math


def divisors_today(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [math.log(i + 1, base) for i in range(1, n + 1)]


def divisors_at_first(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [1 if i == 1 else math.log(i, base) for i in range(1, n + 1)]


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(len(one)):
            low, high = one[i] / one[j], other[i] / other[j]
            if low < high and not math.isclose(low, high):
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = (low + high) / 2, 1
                return a, b
    return None
