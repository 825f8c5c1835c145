"""Your `two_lists` compares the differences of divisors, not their ratios.

Multiply every divisor by 3. Their differences change; do the orders of lists change too?
"""


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(len(one)):
            low, high = one[i] - one[j], other[i] - other[j]
            if low < high and not math.isclose(low, high):
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = (one[i] / one[j] + other[i] / other[j]) / 2, 1
                return a, b
    return None
