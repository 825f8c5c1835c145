from itertools import count, takewhile


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


def primes():
    for n in count(2):
        if is_prime(n):
            yield n


def primes_below(limit):
    return list(takewhile(lambda n: n < limit, primes()))


def factors(n):
    if n < 1:
        raise ValueError("only positive numbers have factors")
    for prime in primes():
        while n % prime == 0:
            yield prime
            n //= prime
        if n == 1:
            return
