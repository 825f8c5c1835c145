import math
import unittest
from measures import mean, median, quartiles, standard_deviation


class TestMeasures(unittest.TestCase):
    NUMBERS = [2, 4, 4, 4, 5, 5, 7, 9]

    def test_mean(self):
        self.assertEqual(mean(self.NUMBERS), 5)
        self.assertAlmostEqual(mean([0.1, 0.2]), 0.15)

    def test_mean_of_nothing(self):
        self.assertRaises(ValueError, mean, [])

    def test_median(self):
        self.assertEqual(median([3, 1, 2]), 2)
        self.assertEqual(median([4, 1, 3, 2]), 2.5)

    def test_standard_deviation(self):
        self.assertAlmostEqual(standard_deviation(self.NUMBERS), 2.0)
        self.assertTrue(math.isclose(standard_deviation([1, 2]), 0.5))

    def test_quartiles(self):
        low, middle, high = quartiles([1, 2, 3, 4, 5, 6, 7])
        self.assertEqual((low, middle, high), (2, 4, 6))
