import math
import unittest

import pytest
from approximations import mean, normalise, roots, stats, table, to_polar


def test_scalar():
    assert mean([0.1, 0.2, 0.3]) == pytest.approx(0.2)


def test_list():
    assert normalise([1, 1, 2]) == pytest.approx([0.25, 0.25, 0.5])


def test_dict():
    assert stats([1, 2, 4]) == pytest.approx({"mean": 7 / 3, "max": 4})


def test_tuple_and_tolerance():
    assert to_polar(1, 1) == pytest.approx((1.414, 0.785), abs=1e-3)


def test_nan():
    assert mean([]) != mean([])
    assert mean([]) == pytest.approx(float("nan"), nan_ok=True)
    assert math.isnan(mean([]))


def test_nested():
    for row, expected in zip(table(2), [[1.0, 0.5], [0.5, 1 / 3]]):
        assert row == pytest.approx(expected)


def test_other_side():
    assert pytest.approx(2.0) == mean([1, 3])


def test_complex():
    assert roots(1, 0, 1) == pytest.approx([1j, -1j])


class ApproxTest(unittest.TestCase):
    def test_almost(self):
        self.assertAlmostEqual(mean([0.1] * 3), 0.1)
        self.assertAlmostEqual(mean([1, 2]), 1.5, places=3)
        self.assertAlmostEqual(mean([1, 2]), 1.4, delta=0.2)
        self.assertNotAlmostEqual(mean([1, 2]), 1.6)

    def test_is_close(self):
        self.assertTrue(math.isclose(to_polar(3, 4)[0], 5))

    def test_greater(self):
        self.assertGreater(mean([5]), 4)
        self.assertLessEqual(mean([5]), 5)

    def test_count_equal(self):
        self.assertCountEqual(roots(1, -3, 2), [1, 2])
