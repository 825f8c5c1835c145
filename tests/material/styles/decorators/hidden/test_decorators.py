import pytest
from decorators import counted, memoised, typed


def test_counted():
    @counted
    def greet(name):
        return f"hello {name}"

    assert greet("Ada") == "hello Ada"
    greet(name="Bob")
    assert greet.calls == 2


def test_memoised():
    asked = []

    @memoised
    def square(n):
        asked.append(n)
        return n * n

    assert [square(3), square(4), square(3)] == [9, 16, 9]
    assert asked == [3, 4]


def test_typed():
    @typed(int)
    def double(n):
        return n * 2

    assert double(4) == 8
    with pytest.raises(TypeError, match="int"):
        double("4")
