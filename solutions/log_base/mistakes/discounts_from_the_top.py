"""Your first formula takes a logarithm at every position, also before the base.

What is the logarithm of 1? The first formula has a special rule for the positions before the base.
"""


def divisors_at_first(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [math.log(i, base) for i in range(1, n + 1)]
