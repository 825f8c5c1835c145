"""Your `two_lists` compares only the first position with the last one.

The two formulas may agree at both ends and differ in between. Which pairs of positions are left?
"""


def two_lists(one, other):
    ends = (0, len(one) - 1)
    for i, j in (ends, ends[::-1]) if len(one) > 1 else ():
        low, high = one[i] / one[j], other[i] / other[j]
        if low < high and not math.isclose(low, high):
            a, b = [0] * len(one), [0] * len(one)
            a[i], b[j] = (low + high) / 2, 1
            return a, b
    return None
