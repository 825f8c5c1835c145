import sys
import unittest

import pytest
import skips_and_failures
from skips_and_failures import VERSION, area, half, has_feature, leave

numpy = None


def test_plain():
    assert area(2) == 12


@pytest.mark.skip(reason="not yet")
def test_skipped():
    assert area(2) == 0


@pytest.mark.skipif(sys.version_info < (3, 0), reason="old")
def test_not_skipped():
    assert half(5) == 2


@pytest.mark.skipif(VERSION < (2, 0), reason="needs version 2")
def test_skipped_by_the_version():
    assert half(4) == 3


def test_skipped_inside():
    if has_feature():
        pytest.skip("has it already")
    assert area(1) == 3


@pytest.mark.xfail
def test_expected_to_fail():
    assert area(2) == pytest.approx(12.566, abs=0.01)


@pytest.mark.xfail(raises=SystemExit, reason="leaves")
def test_expected_to_leave():
    leave()


def test_leaves():
    with pytest.raises(SystemExit) as excinfo:
        leave()
    assert excinfo.value.code == "bye"


def test_import_or_skip():
    module = pytest.importorskip("json")
    assert module.loads("5") == half(10)


def test_missing_module_skips():
    pytest.importorskip("no_such_module_here")
    assert half(1) == 7


@pytest.mark.parametrize(
    "n, expected",
    [
        (4, 2),
        pytest.param(5, 2.5, marks=pytest.mark.xfail),
        pytest.param(6, 9, marks=pytest.mark.skip),
    ],
)
def test_marks_of_parameters(n, expected):
    assert half(n) == expected


class UnitTests(unittest.TestCase):
    @unittest.skip("later")
    def test_skip(self):
        self.fail("never")

    @unittest.skipIf(VERSION[0] == 1, "too old")
    def test_skip_if(self):
        self.fail("never")

    @unittest.skipUnless(hasattr(skips_and_failures, "area"), "not written")
    def test_skip_unless(self):
        self.assertEqual(area(1), 3)

    @unittest.expectedFailure
    def test_expected_failure(self):
        self.assertEqual(area(1), 3.14)

    def test_skip_test(self):
        if not hasattr(skips_and_failures, "volume"):
            self.skipTest("no volume")
        self.assertEqual(skips_and_failures.volume(1), 4)


@unittest.skip("all of them")
class Skipped(unittest.TestCase):
    def test_never(self):
        self.fail("never")


def test_fails_with_a_text():
    if area(3) != 27:
        pytest.fail(f"area(3) is {area(3)}")
