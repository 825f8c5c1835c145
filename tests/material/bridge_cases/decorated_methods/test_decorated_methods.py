import unittest

import pytest
from decorated_methods import announce, guard, lazy, memoize, of_the_class, shout, twice, unbound


class Counter:
    def __init__(self, start=0):
        self.start = start
        self.calls = 0

    @memoize
    def add(self, number, more=0):
        self.calls += 1
        return self.start + number + more

    @announce
    def count(self):
        return self.start

    @twice
    def doubled(self, number):
        return self.start + number

    @guard(3)
    def at_least(self, number):
        return number

    @lazy
    def next(self):
        return self.start + 1

    @unbound
    def plus_one(number):
        return number + 1

    @of_the_class
    def made(cls, start):
        return cls(start)


class LateCounter(Counter):
    def add(self, number):
        return super().add(number) + 100


class Shouted(str):
    loud = shout


def test_memoized():
    counter = Counter()
    assert counter.add(2) == 2
    assert counter.add(2) == 2
    assert counter.calls == 1
    assert counter.add(3) == 3


def test_each_object_is_its_own():
    assert [Counter(1).add(1), Counter(5).add(1)] == [2, 6]


def test_by_name():
    assert Counter().add(1, more=4) == 5
    assert Counter().add(number=1, more=4) == 5
    assert Counter().doubled(number=4) == 8


def test_function_by_name():
    @memoize
    def power(base, exponent=2):
        return base**exponent

    @announce
    def half(number):
        return number / 2

    assert power(3, exponent=3) == 27
    assert power(base=3) == 9
    assert half(number=4) == 2


def test_by_the_class():
    counter = Counter(1)
    assert Counter.add(counter, 4) == 5
    assert Counter.doubled(counter, 4) == 10


def test_super():
    assert LateCounter(1).add(2) == 103


def test_gives_the_object():
    class Chain:
        @memoize
        def me(self):
            return self

        @twice
        def pair(self):
            return (self,)

    chain = Chain()
    assert chain.me() is chain
    assert chain.pair() == (chain, chain)


def test_announced(capsys):
    assert Counter(4).count() == 4
    assert capsys.readouterr().out == "calling count\n"


def test_names():
    assert Counter.add.__name__ == "add"
    assert Counter.count.__name__ == "count"


def test_guarded():
    counter = Counter()
    assert counter.at_least(3) == 3
    with pytest.raises(ValueError, match="2 is below 3"):
        counter.at_least(2)


def test_error_of_the_method():
    class Failing:
        @twice
        def fail(self):
            raise KeyError("gone")

    with pytest.raises(KeyError, match="gone"):
        Failing().fail()


def test_as_an_attribute():
    counter = Counter(2)
    assert counter.next == 3
    counter.start = 7
    assert counter.next == 8


def test_without_the_object():
    assert Counter.plus_one(4) == 5
    assert Counter().plus_one(4) == 5


def test_with_the_class():
    assert Counter.made(3).start == 3
    assert Counter().made(3).start == 3
    assert isinstance(LateCounter.made(1), LateCounter)


def test_method_of_text():
    assert Shouted("abc").loud() == "ABC"


class CounterTest(unittest.TestCase):
    @twice
    def helper(self):
        return 3

    def test_helper(self):
        self.assertEqual(self.helper(), 6)
