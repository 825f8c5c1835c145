"""Your `two_lists` gives the two lists in the wrong order.

Compute the DCG of both lists with the first divisors. Which of them is higher?
"""


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(len(one)):
            low, high = one[i] / one[j], other[i] / other[j]
            if low < high and not math.isclose(low, high):
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = (low + high) / 2, 1
                return b, a
    return None
