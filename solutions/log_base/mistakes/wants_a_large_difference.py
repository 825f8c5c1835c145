"""Your `two_lists` gives up where the divisors differ only a little.

How close may two ratios be before the lesson takes them for equal? How close does your code ask for?
"""


def two_lists(one, other):
    for i in range(len(one)):
        for j in range(len(one)):
            low, high = one[i] / one[j], other[i] / other[j]
            if low < high and high - low > 0.001:
                a, b = [0] * len(one), [0] * len(one)
                a[i], b[j] = (low + high) / 2, 1
                return a, b
    return None
