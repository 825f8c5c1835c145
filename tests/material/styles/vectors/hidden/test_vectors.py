import math
import unittest
from vectors import Vector


class TestVector(unittest.TestCase):
    def setUp(self):
        self.v = Vector(3, 4)

    def test_coordinates(self):
        self.assertEqual((self.v.x, self.v.y), (3, 4))
        x, y = self.v
        self.assertEqual(x + y, 7)

    def test_sum(self):
        self.assertEqual(self.v + Vector(1, 1), Vector(4, 5))

    def test_scaled(self):
        self.assertEqual(self.v * 2, Vector(6, 8))
        self.assertEqual(2 * self.v, Vector(6, 8))

    def test_dot(self):
        self.assertEqual(self.v @ Vector(2, 1), 10)

    def test_length(self):
        self.assertEqual(abs(self.v), 5)
        self.assertAlmostEqual(abs(Vector(1, 1)), math.sqrt(2))

    def test_unequal(self):
        self.assertNotEqual(self.v, Vector(4, 3))
        self.assertFalse(self.v == "(3, 4)")

    def test_in_a_set(self):
        self.assertEqual(len({self.v, Vector(3, 4), Vector(0, 0)}), 2)

    def test_no_sum_with_numbers(self):
        with self.assertRaises(TypeError):
            self.v + 1
