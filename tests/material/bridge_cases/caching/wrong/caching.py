from functools import lru_cache


def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


@lru_cache(maxsize=64)
def square(n):
    return n * n


def total(n):
    return sum(range(n + 1))


total.cache = {}
