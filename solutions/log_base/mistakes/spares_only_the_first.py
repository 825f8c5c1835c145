"""Your first formula leaves only position 1 undiscounted, whatever the base.

With base 10, how many positions are before position 10? What should be their divisor?
"""


def divisors_at_first(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [1 if i == 1 else math.log(i, base) for i in range(1, n + 1)]
