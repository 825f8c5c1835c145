"""Your `two_lists` tries whole grades only, and misses lists that need a fraction.

Between which two ratios must the grade lie? Is there always a quotient of small whole numbers?
"""


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
