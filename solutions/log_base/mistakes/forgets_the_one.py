"""Today's formula adds 1 to the position before the logarithm, and your code does not.

What is the logarithm of 1, and what happens when you divide by it?
"""


def divisors_today(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [math.log(i, base) for i in range(1, n + 1)]
