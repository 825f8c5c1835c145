"""`divisors_today` does not refuse every base of 1 or below with a `ValueError`.

Which bases does the lesson allow? Your code has to check this before it computes anything.
"""

import math


def divisors_today(n, base):
    return [math.log(i + 1) / math.log(base) if base > 0 else 0.0 for i in range(1, n + 1)]


def divisors_at_first(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [1 if i < base else math.log(i, base) for i in range(1, n + 1)]


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(len(one)):
            low, high = one[i] / one[j], other[i] / other[j]
            if low < high and not math.isclose(low, high):
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = (low + high) / 2, 1
                return a, b
    return None
