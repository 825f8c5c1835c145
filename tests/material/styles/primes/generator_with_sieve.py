def primes_below(limit):
    sieve = bytearray([1]) * max(limit, 2)
    for n in range(2, limit):
        if sieve[n]:
            yield n
            sieve[n * n :: n] = bytes(len(sieve[n * n :: n]))


def factors(n, smallest=2):
    if n < 1:
        raise ValueError("factors of positive numbers only")
    if n == 1:
        return
    while n % smallest:
        smallest += 1
    yield smallest
    yield from factors(n // smallest, smallest)
