import functools

import pytest
from decorators import Once, call_counter, log_to, repeat, retry, typed


def test_keeps_name_and_doc():
    @call_counter
    def greet(name):
        """Greets politely."""
        return f"hi {name}"

    assert greet("Ann") == "hi Ann"
    assert greet.__name__ == "greet"
    assert greet.__doc__ == "Greets politely."


def test_counts_in_an_attribute():
    @call_counter
    def f():
        return None

    f()
    f()
    assert f.calls == 2


def test_with_argument():
    seen = []

    @repeat(3)
    def tick(x):
        seen.append(x)
        return x

    assert tick("a") == "a"
    assert seen == ["a", "a", "a"]


def test_log_into_a_list():
    lines = []

    @log_to(lines)
    def add(a, b=1):
        return a + b

    assert add(2, b=5) == 7
    assert lines == ["add(2, b=5) -> 7"]


def test_retry():
    attempts = []

    @retry(times=3, on=ConnectionError)
    def flaky():
        attempts.append(1)
        if len(attempts) < 3:
            raise ConnectionError("again")
        return "ok"

    assert flaky() == "ok"
    assert len(attempts) == 3


def test_retry_gives_up():
    @retry(times=2, on=ValueError)
    def broken():
        raise ValueError("never")

    with pytest.raises(ValueError, match="never"):
        broken()


def test_retry_lets_others_through():
    calls = []

    @retry(times=5, on=ValueError)
    def wrong():
        calls.append(1)
        raise KeyError("other")

    with pytest.raises(KeyError):
        wrong()
    assert len(calls) == 1


def test_class_as_decorator():
    @Once
    def load():
        return object()

    assert load() is load()


def test_on_a_method():
    class Thing:
        @call_counter
        def size(self, n):
            return n * 2

    assert Thing().size(4) == 8


def test_typed():
    @typed(int)
    def double(x):
        return 2 * x

    assert double(4) == 8
    with pytest.raises(TypeError):
        double("4")


def test_stacked():
    @functools.lru_cache
    @repeat(2)
    def f(x):
        return x

    assert f(3) == 3
