"""Your `two_lists` looks at each pair of positions in one order only.

What if the ratio is smaller with the second divisors? Let the two positions change places.
"""


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(i):
            low, high = one[i] / one[j], other[i] / other[j]
            if low < high and not math.isclose(low, high):
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = (low + high) / 2, 1
                return a, b
    return None
