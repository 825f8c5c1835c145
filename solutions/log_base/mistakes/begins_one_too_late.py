"""Your first formula begins to discount one position too late.

For base 2, what is divided at position 3? Does your code count positions from 0 or from 1?
"""


def divisors_at_first(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [1 if i - 1 <= base else math.log(i, base) for i in range(1, n + 1)]
