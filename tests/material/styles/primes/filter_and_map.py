import itertools as it
from math import isqrt

is_prime = lambda n: n >= 2 and not any(n % d == 0 for d in range(2, isqrt(n) + 1))


def primes():
    return filter(is_prime, it.count(2))


def primes_below(limit):
    return filter(is_prime, range(2, limit))


def factors(n):
    if n < 1:
        raise ValueError("n must be positive")
    if n == 1:
        return ()
    smallest = next(d for d in it.count(2) if n % d == 0)
    return (smallest, *factors(n // smallest))
