"""A report lists its cases as their author wrote them."""

import pytest

from grader.model.report import Verdict
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, of

pytestmark = pytest.mark.jail

CASES = """
    import unittest
    import pytest
    from sums import add

    def test_zeta():
        assert add(1, 1) == 2

    class Shared:
        def test_shared_second(self):
            self.assertEqual(add(2, 1), 3)

        def test_shared_first(self):
            self.assertEqual(add(2, 1), 3)

    class TestLate(Shared, unittest.TestCase):
        def test_c(self):
            self.assertEqual(add(1, 2), 3)

        def test_a(self):
            self.assertEqual(add(1, 2), 3)

        def test_b(self):
            self.assertEqual(add(1, 2), 3)

    class TestEarly(unittest.TestCase):
        def test_y(self):
            self.assertEqual(add(0, 0), 0)

        def test_x(self):
            self.assertEqual(add(0, 0), 0)

    class TestPlain:
        def test_q(self):
            assert add(1, 1) == 2

        @pytest.mark.parametrize("n", [3, 1, 2])
        def test_p(self, n):
            assert add(n, n) == 2 * n

    def test_alpha():
        assert add(1, 1) == 2
"""
WRITTEN = [
    "test_zeta",
    *(f"TestLate::test_{name}" for name in ("shared_second", "shared_first", "c", "a", "b")),
    "TestEarly::test_y",
    "TestEarly::test_x",
    "TestPlain::test_q",
    *(f"TestPlain::test_p[{number}]" for number in (1, 2, 3)),
    "test_alpha",
]


def test_cases_stand_in_written_order(level: Isolation, write: Write) -> None:
    """unittest sorts the methods of a class by name; a report does not."""
    graded = write(ADD, CASES).grade(level, {"right": ADD})

    report = of(graded, "right").report

    assert [case.id.partition("::")[2] for case in report.cases] == WRITTEN
    assert report.verdict is Verdict.PASSED
