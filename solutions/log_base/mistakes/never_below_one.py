"""Your code raises every divisor of today's formula that is below 1 to 1.

The text prints 0.5 for base 4 and position 1. What does your code give there?
"""


def divisors_today(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [max(1, math.log(i + 1, base)) for i in range(1, n + 1)]
