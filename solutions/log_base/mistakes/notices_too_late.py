"""Your code refuses a bad base only if there is a position to divide.

Does it depend on `n` whether a base is allowed? Look at where your check stands.
"""


def divisors_today(n, base):
    found = []
    for i in range(1, n + 1):
        if base <= 1:
            raise ValueError("the base must be above 1")
        found.append(math.log(i + 1, base))
    return found


def divisors_at_first(n, base):
    found = []
    for i in range(1, n + 1):
        if base <= 1:
            raise ValueError("the base must be above 1")
        found.append(1 if i < base else math.log(i, base))
    return found
