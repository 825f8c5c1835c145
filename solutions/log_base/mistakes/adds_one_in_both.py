"""Your first formula takes the logarithm of the position plus one.

Compare your divisors for base 3 with the second table of the lesson. What is the divisor at position 3?
"""


def divisors_at_first(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [1 if i < base else math.log(i + 1, base) for i in range(1, n + 1)]
