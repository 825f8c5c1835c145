"""Your two lists would prove it if grades were multiplied by the divisors.

A larger divisor makes a result worth less. Compute the DCGs of your lists by division.
"""


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(len(one)):
            low, high = one[j] / one[i], other[j] / other[i]
            if low < high and not math.isclose(low, high):
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = (low + high) / 2, 1
                return a, b
    return None
