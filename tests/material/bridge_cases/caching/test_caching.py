import functools

from caching import fib, square, total


def test_values():
    assert fib(50) == 12586269025
    assert square(12) == 144


def test_cache_info():
    fib.cache_clear()
    fib(10)
    info = fib.cache_info()
    assert info.misses == 11
    assert info.hits >= 8
    assert info.currsize == 11


def test_hits_grow():
    square.cache_clear()
    square(3)
    square(3)
    assert square.cache_info().hits == 1


def test_is_cached():
    assert hasattr(fib, "cache_info")
    assert callable(fib.cache_clear)


def test_wrapped():
    assert square.__name__ == "square"
    assert square.__wrapped__(5) == 25


def test_maxsize():
    assert square.cache_info().maxsize == 32


def test_own_cache_dictionary():
    total.cache.clear()
    assert total(4) == 10
    assert total.cache == {4: 10, 3: 6, 2: 3, 1: 1, 0: 0}


def test_partial_over_it():
    assert functools.partial(square, 6)() == 36
