import inspect
from itertools import islice, takewhile
from types import GeneratorType

import pytest
from generators import averager, chunks, fibonacci, flatten, primes, running


def test_never_exhausted():
    assert list(islice(fibonacci(), 8)) == [0, 1, 1, 2, 3, 5, 8, 13]


def test_two_generators_are_apart():
    a, b = fibonacci(), fibonacci()
    next(a)
    next(a)
    next(a)
    assert next(b) == 0
    assert next(a) == 2


def test_is_a_generator():
    assert isinstance(fibonacci(), GeneratorType)
    assert inspect.isgenerator(primes())
    assert inspect.isgeneratorfunction(primes)


def test_primes_below_twenty():
    assert list(takewhile(lambda p: p < 20, primes())) == [2, 3, 5, 7, 11, 13, 17, 19]


def test_send():
    average = averager()
    next(average)
    assert average.send(10) == 10
    assert average.send(20) == 15


def test_close_and_throw():
    average = averager()
    next(average)
    average.close()
    with pytest.raises(StopIteration):
        next(average)
    again = averager()
    next(again)
    with pytest.raises(ZeroDivisionError):
        again.throw(ZeroDivisionError("stop"))


def test_flatten_recursively():
    assert list(flatten([1, [2, [3, []]], 4])) == [1, 2, 3, 4]


def test_lazy_input():
    def numbers():
        yield 1
        yield 2
        raise RuntimeError("asked for too much")

    r = running(numbers())
    assert next(r) == 1
    assert next(r) == 3


@pytest.mark.parametrize("n, expected", [(1, [[1], [2], [3]]), (2, [[1, 2], [3]])])
def test_chunks(n, expected):
    assert list(chunks([1, 2, 3], n)) == expected


def test_return_value_of_a_generator():
    g = averager()
    next(g)
    g.send(4)
    with pytest.raises(StopIteration) as e:
        g.send(None)
    assert e.value.value == 4
