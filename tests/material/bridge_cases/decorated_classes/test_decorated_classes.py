import dataclasses
import unittest

import pytest
from decorated_classes import (
    Config,
    CountCalls,
    Item,
    Robot,
    Temperature,
    Version,
    describe,
    double,
    hello,
    logged,
    repeat,
    singleton,
)


class Tests(unittest.TestCase):
    def test_singleton(self):
        first, second = Config(), Config()
        self.assertIs(first, second)
        first.values["a"] = 1
        self.assertEqual(second.values, {"a": 1})
        self.assertEqual(Config.__name__, "Config")
        self.assertEqual(Config.__doc__, "Holds settings.")

    def test_total_ordering(self):
        self.assertTrue(Version("1.2") < Version("1.10"))
        self.assertTrue(Version("2.0") >= Version("1.10"))
        self.assertEqual(max(Version("1.2"), Version("1.3")).parts, (1, 3))
        self.assertEqual([v.parts for v in sorted([Version("2"), Version("1")])], [(2,), (1,)][::-1])

    def test_every_method_is_logged(self):
        Robot.log.clear()
        robot = Robot()
        self.assertEqual(robot.walk(steps=3), 3)
        self.assertEqual(robot.talk(), "beep")
        self.assertEqual(Robot.log, ["walk", "talk"])
        self.assertEqual(Robot.walk.__name__, "walk")

    def test_class_based_decorator(self):
        before = double.calls
        self.assertEqual([double(2), double(3)], [4, 6])
        self.assertEqual(double.calls, before + 2)
        self.assertIsInstance(double, CountCalls)
        self.assertEqual(double.__name__, "double")
        self.assertEqual(double.__doc__, "Doubles.")
        self.assertEqual(double.__wrapped__(5), 10)

    def test_decorator_with_arguments(self):
        self.assertEqual(hello("x"), ["hi x"] * 3)
        self.assertEqual(hello.times, 3)

    def test_cached_property(self):
        t = Temperature(100)
        self.assertEqual(t.f, 212)
        t.c = 0
        self.assertEqual(t.f, 212)

    def test_single_dispatch_method(self):
        self.assertEqual(Temperature(1).add(2).c, 3)
        self.assertEqual(Temperature(1).add("5").c, 6)
        with self.assertRaisesRegex(TypeError, "what"):
            Temperature(1).add(1.5)


def test_single_dispatch():
    assert describe([1, 2]) == "list of 2"
    assert describe(5) == "number"
    assert describe("x") == "thing"


def test_decorators_used_by_the_test():
    @repeat(2)
    def roll():
        """Rolls."""
        return 4

    assert roll() == [4, 4]
    assert roll.__name__ == "roll"
    assert roll.__doc__ == "Rolls."

    @CountCalls
    def square(x):
        return x * x

    assert square(3) == 9
    assert square.calls == 1


def test_class_of_the_test_is_decorated():
    @singleton
    class Only:
        def __init__(self, n):
            self.n = n

    assert Only(1) is Only(2)
    assert Only(3).n == 1


def test_frozen_ordered_dataclass():
    a, b = Item("a", 5), Item("b", 2)
    assert a > b
    assert sorted([a, b])[0].name == "b"
    assert repr(a) == "Item(name='a', price=5)"
    with pytest.raises(dataclasses.FrozenInstanceError):
        a.price = 1
    assert dataclasses.replace(a, price=1) == Item("a", 1)
    assert {Item("q", 1): 2}[Item("q", 1)] == 2


def test_fields():
    assert [f.name for f in dataclasses.fields(Item)] == ["sort_index", "name", "price"]
    assert dataclasses.is_dataclass(Item)
    assert dataclasses.asdict(Item("a", 1)) == {"sort_index": 1, "name": "a", "price": 1}
    assert dataclasses.astuple(Item("a", 1)) == (1, "a", 1)


def test_logged_leaves_the_class():
    assert isinstance(Robot, type)
    assert callable(logged)
