"""Your `two_lists` finds lists where only the last digits of two ratios differ.

Two ratios that are equal on paper may differ a little in Python. Which function of `math` can help?
"""


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(len(one)):
            low, high = one[i] / one[j], other[i] / other[j]
            if low < high:
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = (low + high) / 2, 1
                return a, b
    return None
