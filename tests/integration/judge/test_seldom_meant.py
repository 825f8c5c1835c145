"""Feedback names what is seldom meant where a number is expected, and asks what was."""

import pytest

from grader.grading.grade_class import GradedClass
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, of

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = """
    import unittest
    import pytest
    from sums import add

    def test_compared():
        assert add(1, 2) == 3

    def test_about():
        assert add(1, 2) == pytest.approx(3)

    def test_used():
        assert abs(add(1, 2) - 3) < 1

    class TestSums(unittest.TestCase):
        def test_compared(self):
            self.assertEqual(add(1, 2), 3)
"""
OBJECTS = (
    CASES
    + """
    def test_a_callback():
        from sums import apply
        assert apply(lambda: 5) == 5
"""
)
APPLY = "\n\ndef apply(callback):\n    return callback()\n"
SEEN = {
    "coroutine": ("async def add(a, b):\n    return a + b\n", "a coroutine: was `def` meant in"),
    "generator": ("def add(a, b):\n    yield a + b\n", "a generator: was a `return` meant"),
    "inner": (
        "def add(a, b):\n    def total():\n        return a + b\n    return total\n",
        "a function: was a call meant",
    ),
    "a_class": (
        "class Total:\n    pass\n\ndef add(a, b):\n    return Total\n",
        "a class: was a call meant",
    ),
    "a_module": ("import math\n\ndef add(a, b):\n    return math\n", "a module: was something"),
}


@pytest.fixture(scope="module", params=[CASES, OBJECTS], ids=["functions", "objects"])
def graded(request: pytest.FixtureRequest, level: Isolation, write: Write) -> GradedClass:
    """Judge the submissions in both tiers."""
    submissions = {name: source + APPLY for name, (source, _) in SEEN.items()}
    submissions["nothing"] = "def add(a, b):\n    a + b\n" + APPLY
    return write(ADD + APPLY, request.param).grade(level, submissions)


@pytest.mark.parametrize("name", SEEN)
def test_it_is_named_with_a_question(name: str, graded: GradedClass) -> None:
    """A coroutine, a generator, a function, a class or a module is told as such in each case."""
    messages = [case.message for case in of(graded, name).report.cases[:4]]

    assert all((text or "").startswith(f"add gave {SEEN[name][1]}") for text in messages), messages


def test_a_missing_return_is_asked_for(graded: GradedClass) -> None:
    """Where None came, the sentence asks for the return, also where the case computed with it."""
    messages = [case.message for case in of(graded, "nothing").report.cases[:4]]

    assert "return" in (messages[0] or "")
    assert messages[2] == "add gave None: is a `return` missing?"
