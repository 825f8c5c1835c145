import runpy
import statistics
from unittest import mock

from statistics import Sample, hue, mean


def test_mean():
    assert mean([1, 2]) == 1.5
    assert statistics.mean([4]) == 4


def test_sample():
    assert Sample([3, 7, 5]).spread() == 4


def test_hue():
    assert hue(0, 1, 0) == 1 / 3


def test_the_librarys_own():
    assert statistics.colorsys.hls_to_rgb(0, 0, 0) == (0, 0, 0)
    with mock.patch("statistics.colorsys.rgb_to_hsv", return_value=(0.25, 0, 0)):
        assert hue(1, 1, 1) == 0.25


def test_as_a_script():
    names = runpy.run_path("statistics.py")
    assert names["mean"]([2]) == 2
    assert names["colorsys"].__name__ == "colorsys"
