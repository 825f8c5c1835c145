import unittest

import pytest
from diamonds import (
    Base,
    Bottom,
    Box,
    Csv,
    First,
    Json,
    Left,
    Plugin,
    Registry,
    Report,
    Right,
    Single,
    Tracked,
)


class DiamondTest(unittest.TestCase):
    def test_order(self):
        self.assertEqual(Bottom().who(), ["Bottom", "Left", "Right", "Base"])

    def test_mro(self):
        self.assertEqual(Bottom.mro(), [Bottom, Left, Right, Base, object])
        self.assertEqual([c.__name__ for c in Bottom.__mro__],
                         ["Bottom", "Left", "Right", "Base", "object"])

    def test_bases(self):
        self.assertEqual(Bottom.__bases__, (Left, Right))
        self.assertIs(Left.__base__, Base)

    def test_base_is_made_once(self):
        self.assertEqual(Bottom().trace, ["Base", "Right", "Left"])

    def test_cooperative_arguments(self):
        b = Bottom(right=7)
        self.assertEqual((b.left, b.right), (1, 7))

    def test_mixin(self):
        self.assertEqual(Report(left=4).to_json(), {"right": 2, "left": 4})
        self.assertTrue(issubclass(Report, Json))

    def test_relations(self):
        for kind in (Bottom, Left, Right, Base):
            self.assertIsInstance(Bottom(), kind)
        self.assertNotIsInstance(Left(), Right)

    def test_class_of_an_instance(self):
        self.assertIs(type(Bottom()), Bottom)
        self.assertIs(Bottom().__class__, Bottom)
        self.assertEqual(type(Report()).__name__, "Report")

    def test_joined_in_the_test(self):
        class Mine(Right, Left):
            def who(self):
                return ["Mine", *super().who()]

        self.assertEqual(Mine().who(), ["Mine", "Right", "Left", "Base"])

    def test_impossible_order(self):
        with self.assertRaises(TypeError):
            type("Never", (Base, Left), {})

    def test_call_through_the_class(self):
        self.assertEqual(Base.who(Bottom()), ["Base"])
        self.assertEqual(super(Left, Bottom()).who(), ["Right", "Base"])


def test_metaclass_registers():
    assert Registry.known["csv"] is Csv
    assert type(Csv) is Registry
    assert isinstance(Plugin, Registry)


def test_subclass_in_the_test_is_registered():
    class Xml(Plugin):
        pass

    assert "xml" in Registry.known


def test_init_subclass():
    assert First.tag == "one"
    assert Tracked.children[0] == "First"


def test_init_subclass_from_the_test():
    class Second(Tracked, tag="two"):
        pass

    assert Second.tag == "two"
    assert Tracked.children[-1] == "Second"


def test_subclasses():
    assert Left in Base.__subclasses__()


def test_singleton():
    assert Single() is Single()


def test_descriptor():
    box = Box(3)
    box.width = 5
    assert box.width == 5
    with pytest.raises(ValueError, match="width must be positive"):
        box.width = 0
    with pytest.raises(ValueError):
        Box(-1)


def test_slots():
    box = Box(1)
    with pytest.raises(AttributeError):
        box.height = 3
    assert not hasattr(box, "__dict__")
