"""Your divisors of today's formula are the same for every base.

Where does the argument `base` take part in your logarithm?
"""


def divisors_today(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [math.log2(i + 1) for i in range(1, n + 1)]
