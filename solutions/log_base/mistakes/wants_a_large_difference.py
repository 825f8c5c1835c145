"""Your `two_lists` gives up where the divisors differ only a little.

How close may two ratios be before the lesson takes them for equal? How close does your code ask for?
"""

import math


def divisors_today(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [math.log(i + 1, base) for i in range(1, n + 1)]


def divisors_at_first(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [1 if i < base else math.log(i, base) for i in range(1, n + 1)]


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(len(one)):
            low, high = one[i] / one[j], other[i] / other[j]
            if low < high and high - low > 0.001:
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = (low + high) / 2, 1
                return a, b
    return None
