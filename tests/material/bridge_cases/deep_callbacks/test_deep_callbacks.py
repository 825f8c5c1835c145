import sys
import threading

import pytest
from deep_callbacks import Box, apply, count_levels, memoize, nest


def fibonacci(n):
    @memoize
    def fib(k):
        return k if k < 2 else fib(k - 1) + fib(k - 2)

    return fib(n)


def levels(value):
    found = 0
    while value:
        value, found = value[0], found + 1
    return found


@pytest.mark.parametrize(("n", "expected"), [(10, 55), (90, 2880067194370816120)])
def test_memoized(n, expected):
    assert fibonacci(n) == expected


@pytest.mark.parametrize("n", [150, 200, 300])
def test_memoized_deeply(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    assert fibonacci(n) == a


def test_endless():
    @memoize
    def endless(k):
        return endless(k + 1)

    with pytest.raises(RecursionError):
        endless(0)


def test_endless_by_turns():
    def again(x):
        return apply(again, x)

    with pytest.raises(RecursionError):
        again(0)


def test_endless_in_a_thread():
    seen = []

    def again(x):
        return apply(again, x)

    def work():
        try:
            again(0)
        except RecursionError:
            seen.append("too deep")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == ["too deep"]


def test_asked_from_deep_down():
    def down(n):
        return apply(str, n) if n == 0 else down(n - 1)

    found = set()
    for n in range(800, 1100):
        try:
            found.add(down(n))
        except RecursionError:
            found.add("too deep")
    assert found == {"0", "too deep"}
    assert repr(Box(3)) == "a box of 3"


def test_shown_after_too_deep():
    def down(n, box):
        return box.weigh() if n == 0 else down(n - 1, box)

    for n in range(850, 1000):
        box = Box(n)
        try:
            assert down(n, box) == n
        except RecursionError:
            assert repr(box) == f"a box of {n}"



@pytest.mark.parametrize("depth", [150, 170, 190])
def test_nested_data(depth):
    assert levels(nest(depth)) == depth


@pytest.mark.parametrize("depth", [150, 170, 190])
def test_nested_argument(depth):
    value = []
    for _ in range(depth):
        value = [value]
    assert count_levels(value) == depth


def test_nested_data_through_a_callback():
    value = nest(180)
    assert levels(apply(lambda given: given, value)) == 180


def test_nested_data_from_deep_down():
    def down(n):
        return levels(nest(150)) if n == 0 else down(n - 1)

    assert down(700) == 150


def test_limit_is_untouched():
    assert sys.getrecursionlimit() == 1000


def test_last():
    assert apply(len, "abc") == 3
