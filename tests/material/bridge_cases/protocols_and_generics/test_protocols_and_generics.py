import inspect
import unittest
from abc import ABC
from collections.abc import Iterable, Mapping, Sequence, Sized

import pytest
from protocols_and_generics import (
    Circle,
    Countdown,
    Drawable,
    Frozen,
    Pair,
    Shape,
    Stack,
    Unit,
    draw_all,
)


class Square:
    def draw(self):
        return "[]"


class Silent:
    pass


def test_protocol_of_the_student():
    assert isinstance(Circle(), Drawable)
    assert not isinstance(5, Drawable)


def test_own_class_fulfils_the_protocol():
    assert isinstance(Square(), Drawable)
    assert not isinstance(Silent(), Drawable)


def test_checked_over_there():
    assert draw_all([Circle(), Square(), Silent(), 3]) == "o[]"


def test_generic_class():
    stack = Stack[int]()
    stack.push(1)
    stack.push(2)
    assert (stack.pop(), len(stack), list(stack)) == (2, 1, [1])


def test_subclass_of_a_generic():
    class Bounded(Stack[str]):
        def push(self, item):
            if len(self) == 1:
                raise OverflowError("full")
            super().push(item)

    bounded = Bounded()
    bounded.push("a")
    with pytest.raises(OverflowError):
        bounded.push("b")
    assert isinstance(bounded, Stack)


def test_generic_named_tuple():
    pair = Pair(1, 2)
    assert pair == (1, 2)
    assert pair.second == 2


class AbstractTest(unittest.TestCase):
    def test_mapping_mixins(self):
        frozen = Frozen(a=1, b=2)
        self.assertIsInstance(frozen, Mapping)
        self.assertEqual(dict(frozen), {"a": 1, "b": 2})
        self.assertEqual(sorted(frozen.items()), [("a", 1), ("b", 2)])
        self.assertEqual(frozen.get("z", 9), 9)
        self.assertIn("a", frozen)
        self.assertEqual(frozen, {"a": 1, "b": 2})
        self.assertEqual({**frozen}, {"a": 1, "b": 2})

    def test_mapping_cannot_be_changed(self):
        with self.assertRaises(TypeError):
            Frozen(a=1)["a"] = 2
        with self.assertRaises(KeyError):
            Frozen()["a"]

    def test_sequence_mixins(self):
        down = Countdown(3)
        self.assertIsInstance(down, Sequence)
        self.assertEqual(list(down), [3, 2, 1])
        self.assertEqual(down[-1], 1)
        self.assertEqual(down[:2], [3, 2])
        self.assertEqual(list(reversed(down)), [1, 2, 3])
        self.assertEqual(down.index(1), 2)
        self.assertEqual(down.count(2), 1)
        self.assertIn(2, down)
        with self.assertRaises(IndexError):
            down[3]

    def test_structural_bases(self):
        self.assertIsInstance(Stack(), Sized)
        self.assertIsInstance(Stack(), Iterable)
        self.assertTrue(issubclass(Stack, Sized))
        self.assertFalse(issubclass(Circle, Sized))

    def test_abstract(self):
        self.assertTrue(inspect.isabstract(Shape))
        self.assertFalse(inspect.isabstract(Unit))
        self.assertTrue(issubclass(Shape, ABC))
        self.assertEqual(Shape.__abstractmethods__, frozenset({"area", "unit"}))
        with self.assertRaisesRegex(TypeError, "abstract"):
            Shape()

    def test_concrete(self):
        self.assertEqual(Unit.unit().area, 1.0)
        self.assertIsInstance(Unit.unit(), Shape)
