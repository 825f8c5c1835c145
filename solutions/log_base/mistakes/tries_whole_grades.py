"""Your `two_lists` tries whole grades only, and misses lists that need a fraction.

Between which two ratios must the grade lie? Is there always a quotient of small whole numbers?
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
            for x in range(1, 6):
                for y in range(1, 6):
                    if low < x / y < high and not math.isclose(low, high):
                        a, b = [0] * len(one), [0] * len(one)
                        a[i], b[j] = x, y
                        return a, b
    return None
