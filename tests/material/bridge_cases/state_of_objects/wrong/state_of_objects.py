class Primes:
    def __init__(self, below):
        self.below = below
        self.sieve = [True] * below

    def is_prime(self, n):
        return self.sieve[n]

    def count(self):
        return sum(self.sieve)


class History:
    __slots__ = ("entries",)

    def __init__(self, entries):
        self.entries = entries

    def add(self, entry):
        return self.entries

    def size(self):
        return len(self.entries)


def make_history():
    return History([])


class Tax:
    pass


class Basket:
    def __init__(self, price):
        self.price = price
        self.taxes = [Tax(), self]

    def total(self, count):
        return self.price + count

    def __add__(self, other):
        return self
