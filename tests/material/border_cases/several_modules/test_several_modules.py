import math
import unittest
from unittest import mock

import bases
import circles
import pytest
import several_modules
import units
from bases import Shape
from circles import Circle
from several_modules import Square, biggest, circle, only_circles


def test_classes_of_other_modules():
    assert isinstance(circle(1), Circle)
    assert issubclass(Square, Shape)
    assert circles.Circle is Circle
    assert several_modules.Circle is Circle


def test_compared_over_modules():
    shapes = [Square(1), Circle(3), Square(2)]
    assert biggest(shapes) is shapes[1]
    assert sorted(shapes)[0] is shapes[0]
    assert only_circles(shapes) == [shapes[1]]


def test_abstract():
    with pytest.raises(NotImplementedError):
        Shape().area()


class ModulesTest(unittest.TestCase):
    def test_constant_is_patched(self):
        with mock.patch("units.SQUARE", "mm2"):
            self.assertEqual(Circle(1).label(), "3.1 mm2")
        self.assertEqual(Circle(1).label(), "3.1 cm2")

    def test_attribute_is_set(self):
        units.SQUARE = "m2"
        self.addCleanup(setattr, units, "SQUARE", "cm2")
        self.assertEqual(Circle(2).label(), "12.6 m2")

    def test_class_is_patched_in_its_module(self):
        with mock.patch("circles.Circle") as fake:
            self.assertIs(circle(4), fake.return_value)
        fake.assert_called_once_with(4)

    def test_state_of_a_module(self):
        units.LOG.clear()
        units.note("a")
        units.note("b")
        self.assertEqual(units.LOG, ["a", "b"])

    def test_standard_module_is_shared(self):
        self.assertAlmostEqual(Circle(1).area(), math.pi)
        self.assertEqual(circles.math.pi, math.pi)
        self.assertIs(circles.math, math)
