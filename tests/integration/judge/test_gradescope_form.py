"""Tests written for Gradescope run as they stand, with their weights and partial credit."""

import pytest

from grader.grading.grade_class import GradedClass
from grader.model.report import Verdict
from grader.model.student_report import student_report
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, SUBTRACT, case_of, of, outcomes

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = """
    import unittest
    from gradescope_utils.autograder_utils.decorators import (
        hide_errors, leaderboard, number, partial_credit, tags, visibility, weight,
    )
    from sums import add

    class TestSums(unittest.TestCase):
        @classmethod
        def setUpClass(cls):
            cls.pairs = [(1, 0), (2, 0), (3, 4), (5, 6)]

        @weight(2)
        @number("1.1")
        @tags("basic")
        def test_weighed(self):
            '''adds two numbers'''
            self.assertEqual(add(4, 7), 11)

        @partial_credit(4)
        def test_partly(self, set_score=None):
            '''as many as are right'''
            set_score(sum(add(a, b) == a + b for a, b in self.pairs))

        @partial_credit(2)
        def test_partly_then_fails(self, set_score=None):
            set_score(1)
            self.assertAlmostEqual(add(1, 1), 2)

        @weight(1)
        @visibility("hidden")
        @hide_errors("Look again.")
        def test_hidden(self):
            self.assertTrue(add(1, 1) == 2)

        def test_subtests(self):
            for a, b in self.pairs:
                with self.subTest(a=a):
                    self.assertEqual(add(a, b), a + b)

        def test_raises(self):
            with self.assertRaises(TypeError):
                add("x", 1)
"""
GENEROUS = """
    import unittest
    from gradescope_utils.autograder_utils.decorators import partial_credit
    from sums import add

    class TestSums(unittest.TestCase):
        @partial_credit(4)
        def test_own_score(self, set_score=None):
            set_score(add(2, 2))
"""


@pytest.fixture(scope="module")
def graded(level: Isolation, write: Write) -> GradedClass:
    """Judge one right and one wrong submission."""
    return write(ADD, CASES).grade(level, {"right": ADD, "wrong": SUBTRACT})


def test_weights_are_points(graded: GradedClass) -> None:
    """Weights add up; a test without one is worth a point."""
    report = of(graded, "right").report

    assert report.verdict is Verdict.PASSED
    assert {case.id.rpartition("::")[2]: case.max_points for case in report.cases} == {
        "test_weighed": "2",
        "test_partly": "4",
        "test_partly_then_fails": "2",
        "test_hidden": "1",
        "test_subtests": "1",
        "test_raises": "1",
    }
    assert case_of(graded, "right", "test_partly").points == "4"
    assert case_of(graded, "right", "test_partly_then_fails").points == "1"


def test_partial_credit_counts(graded: GradedClass) -> None:
    """A test gives what it set, also when it fails afterwards."""
    assert case_of(graded, "wrong", "test_partly").points == "2"
    assert case_of(graded, "wrong", "test_partly_then_fails").points == "1"
    assert case_of(graded, "wrong", "test_weighed").points == "0"


def test_subtests_fold_into_their_case(graded: GradedClass) -> None:
    """A case of which one subtest fails is failed."""
    assert outcomes(graded, "wrong")["TestSums::test_subtests"] == "failed"
    assert outcomes(graded, "right")["TestSums::test_subtests"] == "passed"


def test_values_of_an_assert_method(graded: GradedClass) -> None:
    """assertEqual shows its two sides as an assert does."""
    shown = case_of(graded, "wrong", "test_weighed").shown

    assert shown is not None
    assert (shown.call, shown.expected, shown.got) == ("add(4, 7)", "11", "-3")


def test_hidden_tests_are_hidden(graded: GradedClass) -> None:
    """A hidden test counts, and its student never sees it; its message stands by it."""
    seen = student_report(of(graded, "wrong")).cases

    assert case_of(graded, "wrong", "test_hidden").hint == "Look again."
    assert not [case for case in seen if case.id.endswith("test_hidden")]


def test_a_score_of_nan_stops_nobody(level: Isolation, write: Write) -> None:
    """A submission that turns a test's own score into nan is judged like all others."""
    course = write(ADD, GENEROUS)

    graded = course.grade(level, {"nan": "def add(a, b):\n    return float('nan')\n"})

    assert of(graded, "nan").report.points == "0"
