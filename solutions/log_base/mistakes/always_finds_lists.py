"""Your `two_lists` gives lists where none can exist.

Check your answer before you return it: is each list ahead once? If no pair is left, return `None`.
"""


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(len(one)):
            low, high = one[i] / one[j], other[i] / other[j]
            if low < high and not math.isclose(low, high):
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = (low + high) / 2, 1
                return a, b
    return [1] * len(one), [1] * len(one)
