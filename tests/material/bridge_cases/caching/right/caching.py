from functools import cache, lru_cache


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@lru_cache(maxsize=32)
def square(n):
    return n * n


def total(n):
    if n not in total.cache:
        total.cache[n] = 0 if n == 0 else n + total(n - 1)
    return total.cache[n]


total.cache = {}
