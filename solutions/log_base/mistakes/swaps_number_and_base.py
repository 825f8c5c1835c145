"""Your code asks for a logarithm with the number and the base in the wrong places.

`math.log(x, b)` answers: b to the power of what is x? Which of the two comes first?
"""


def divisors_today(n, base):
    if base <= 1:
        raise ValueError("the base must be above 1")
    return [math.log(base, i + 1) for i in range(1, n + 1)]
