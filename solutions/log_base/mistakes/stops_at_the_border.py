"""Your two lists have the same DCG with one of the two rows of divisors.

A grade that is equal to one of the two ratios makes a tie. Which grade lies between them?
"""


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(len(one)):
            low, high = one[i] / one[j], other[i] / other[j]
            if low < high and not math.isclose(low, high):
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = high, 1
                return a, b
    return None
