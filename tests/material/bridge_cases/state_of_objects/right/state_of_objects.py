class Primes:
    def __init__(self, below):
        self.below = below

    def is_prime(self, n):
        return n > 1 and all(n % d for d in range(2, n))

    def count(self):
        return sum(self.is_prime(n) for n in range(self.below))


class History:
    def __init__(self, entries):
        self.entries = list(entries)

    def add(self, entry):
        self.entries.append(entry)

    def size(self):
        return len(self.entries)


def make_history():
    return History([])


class Basket:
    def __init__(self, price):
        self.price = price

    def total(self, count):
        return self.price * count

    def __add__(self, other):
        return Basket(self.price + other.price)
