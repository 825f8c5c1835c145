class Lazy:
    """Something to loop over as often as one likes."""

    def __init__(self, make):
        self._make = make

    def __iter__(self):
        return iter(self._make())

    def where(self, test):
        return Lazy(lambda: (x for x in self if test(x)))

    def until(self, test):
        def items():
            for x in self:
                if test(x):
                    return
                yield x

        return Lazy(items)


def counting():
    n = 2
    while True:
        yield n
        n += 1


def primes():
    return Lazy(counting).where(is_prime)


def primes_below(limit):
    return primes().until(lambda p: p >= limit)
