"""Your code refuses a bad base only if there is a position to divide.

Does it depend on `n` whether a base is allowed? Look at where your check stands.
"""

import math


def divisors_today(n, base):
    found = []
    for i in range(1, n + 1):
        if base <= 1:
            raise ValueError("the base must be above 1")
        found.append(math.log(i + 1, base))
    return found


def divisors_at_first(n, base):
    found = []
    for i in range(1, n + 1):
        if base <= 1:
            raise ValueError("the base must be above 1")
        found.append(1 if i < base else math.log(i, base))
    return found


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(len(one)):
            low, high = one[i] / one[j], other[i] / other[j]
            if low < high and not math.isclose(low, high):
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = (low + high) / 2, 1
                return a, b
    return None
