"""`divisors_at_first` does not refuse a base of 1 or below with a `ValueError`.

The first formula has no meaning for such a base. In which of your functions do you check it?
"""


def divisors_at_first(n, base):
    return [1 if i < base or base <= 1 else math.log(i, base) for i in range(1, n + 1)]
