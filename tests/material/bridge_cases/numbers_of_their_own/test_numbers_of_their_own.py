import math
import operator
import unittest

import pytest
from numbers_of_their_own import Clock, ComplexNumber, Rational


class RationalTest(unittest.TestCase):
    def test_arithmetic(self):
        self.assertEqual(Rational(1, 2) + Rational(2, 3), Rational(7, 6))
        self.assertEqual(Rational(1, 2) - Rational(1, 2), Rational(0, 1))
        self.assertEqual(Rational(-1, 2) * Rational(2, 3), Rational(-1, 3))
        self.assertEqual(Rational(1, 2) / Rational(2, 3), Rational(3, 4))

    def test_absolute_value(self):
        self.assertEqual(abs(Rational(-1, -2)), Rational(1, 2))
        self.assertEqual(abs(Rational(1, -2)), Rational(1, 2))

    def test_powers(self):
        self.assertEqual(Rational(-1, 2) ** 3, Rational(-1, 8))
        self.assertEqual(Rational(2, 3) ** -2, Rational(9, 4))
        self.assertAlmostEqual(8 ** Rational(4, 3), 16.0, places=8)

    def test_reduced(self):
        found = Rational(2, -4)
        self.assertEqual((found.numer, found.denom), (-1, 2))
        self.assertEqual(repr(found), "-1/2")

    def test_zero(self):
        with self.assertRaises(ZeroDivisionError):
            Rational(1, 0)
        with self.assertRaises(ZeroDivisionError):
            Rational(1, 2) / Rational(0, 1)

    def test_mixed(self):
        self.assertEqual(Rational(4, 2), 2)
        self.assertNotEqual(Rational(1, 2), 2)
        self.assertEqual(2, Rational(4, 2))

    def test_as_float(self):
        self.assertEqual(float(Rational(1, 4)), 0.25)
        self.assertEqual(round(Rational(2, 3), 2), 0.67)
        self.assertEqual(math.sqrt(Rational(4, 1)), 2.0)

    def test_order(self):
        values = [Rational(1, 2), Rational(1, 3), Rational(2, 3)]
        self.assertEqual(sorted(values), [Rational(1, 3), Rational(1, 2), Rational(2, 3)])
        self.assertLess(min(values), max(values))
        self.assertGreater(Rational(1, 2), Rational(1, 3))

    def test_hashed(self):
        self.assertEqual(len({Rational(1, 2), Rational(2, 4), Rational(1, 3)}), 2)
        self.assertEqual({Rational(1, 2): "half"}[Rational(2, 4)], "half")

    def test_sum_with_a_start(self):
        halves = [Rational(1, 2)] * 3
        self.assertEqual(sum(halves, Rational(0, 1)), Rational(3, 2))
        self.assertEqual(math.prod(halves, start=Rational(1, 1)), Rational(1, 8))

    def test_augmented(self):
        total = Rational(1, 2)
        total += Rational(1, 2)
        self.assertEqual(total, Rational(1, 1))


class ComplexTest(unittest.TestCase):
    def test_parts(self):
        self.assertEqual(ComplexNumber(1, 2).real, 1)
        self.assertEqual(ComplexNumber(1, 2).imaginary, 2)

    def test_products(self):
        self.assertEqual(ComplexNumber(0, 1) * ComplexNumber(0, 1), ComplexNumber(-1, 0))
        self.assertEqual(2 * ComplexNumber(1, 2), ComplexNumber(2, 4))
        self.assertEqual(ComplexNumber(1, 2) * 2, ComplexNumber(2, 4))

    def test_sums(self):
        self.assertEqual(5 + ComplexNumber(1, 1), ComplexNumber(6, 1))
        self.assertEqual(4 - ComplexNumber(1, 1), ComplexNumber(3, -1))
        self.assertEqual(sum([ComplexNumber(1, 1)] * 2), ComplexNumber(2, 2))

    def test_quotients(self):
        found = ComplexNumber(1, 2) / ComplexNumber(3, 4)
        self.assertAlmostEqual(found.real, 0.44, delta=1e-9)
        self.assertAlmostEqual(found.imaginary, 0.08)
        found = 1 / ComplexNumber(0, 1)
        self.assertAlmostEqual(found.imaginary, -1)

    def test_absolute(self):
        self.assertEqual(abs(ComplexNumber(-3, 4)), 5)

    def test_conjugate(self):
        self.assertEqual(ComplexNumber(1, 1).conjugate(), ComplexNumber(1, -1))

    def test_unequal(self):
        self.assertNotEqual(ComplexNumber(1, 2), ComplexNumber(2, 1))


class ClockTest(unittest.TestCase):
    def test_text(self):
        self.assertEqual(repr(Clock(12, 0)), "Clock(12, 0)")
        self.assertEqual(str(Clock(-25, -160)), "20:20")

    def test_wraps(self):
        for (hour, minute), expected in {(24, 0): "00:00", (1, -40): "00:20"}.items():
            self.assertEqual(str(Clock(hour, minute)), expected)

    def test_added(self):
        self.assertEqual(Clock(23, 59) + 2, Clock(0, 1))
        self.assertEqual(str(Clock(0, 3) - 4), "23:59")

    def test_equality(self):
        self.assertEqual(Clock(18, 7), Clock(-54, -11513))
        self.assertNotEqual(Clock(7, 41), Clock(19, 41))
        self.assertTrue(Clock(1, 0) == Clock(25, 0))


@pytest.mark.parametrize(
    "f, expected",
    [(operator.add, (5, 6)), (operator.sub, (1, 6)), (operator.mul, (1, 6)), (operator.truediv, (3, 2))],
)
def test_operator_functions(f, expected):
    assert f(Rational(1, 2), Rational(1, 3)) == Rational(*expected)
