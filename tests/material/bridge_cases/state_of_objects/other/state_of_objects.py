from dataclasses import dataclass

SIZE = 200_000


class Primes:
    def __init__(self, below):
        self.below = below
        self.sieve = [False, False] + [True] * (SIZE - 2)
        for n in range(2, int(SIZE**0.5) + 1):
            if self.sieve[n]:
                self.sieve[n * n :: n] = [False] * len(range(n * n, SIZE, n))

    def is_prime(self, n):
        return self.sieve[n]

    def count(self):
        return sum(self.sieve[: self.below])


@dataclass(slots=True)
class History:
    entries: list

    def add(self, entry):
        self.entries.append(entry)

    def size(self):
        return len(self.entries)


def make_history():
    return History([])


class Tax:
    rate = 0


class Basket:
    __slots__ = ("price", "taxes")

    def __init__(self, price):
        self.price = price
        self.taxes = [Tax(), self]

    def total(self, count):
        return self.price * count + self.taxes[0].rate

    def __add__(self, other):
        return Basket(self.price + other.price)
