"""Your code accepts a base of 1, which should be refused.

Every power of 1 is 1. So what could the logarithm to the base 1 be?
"""


def divisors_today(n, base):
    if base < 1:
        raise ValueError("the base must be above 1")
    return [math.log(i + 1, base) for i in range(1, n + 1)]


def divisors_at_first(n, base):
    if base < 1:
        raise ValueError("the base must be above 1")
    return [1 if i < base else math.log(i, base) for i in range(1, n + 1)]
