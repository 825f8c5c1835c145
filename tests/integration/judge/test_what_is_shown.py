"""An instructor sees what was called and what came of it, whatever a call raised."""

import pytest

from grader.flows.grade_class import GradedClass
from grader.jail.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, of

CASES = """
    import unittest
    from sums import add

    def test_one():
        assert add(1, 2) == 3

    class TestSums(unittest.TestCase):
        def test_two(self):
            self.assertEqual(add(1, 2), 3)
"""
RAISED = ("ValueError", "KeyboardInterrupt", "SystemExit", "GeneratorExit")


@pytest.fixture(scope="module")
def graded(level: Isolation, write: Write) -> GradedClass:
    """Judge submissions that raise."""
    raising = {name: f"def add(a, b):\n    raise {name}(3)\n" for name in RAISED}
    return write(ADD, CASES).grade(level, raising)


@pytest.mark.parametrize("raised", RAISED)
def test_the_call_is_shown(raised: str, graded: GradedClass) -> None:
    """A call that raised is shown and traced, also where no `except Exception` catches it."""
    judged = of(graded, raised)

    for case, trace in zip(judged.report.cases, judged.traces, strict=True):
        assert case.outcome.value == "failed"
        assert case.shown is not None
        assert case.shown.call == "add(1, 2)"
        assert (case.shown.got or "").startswith(raised)
        assert trace.calls == (("add(1, 2)", f"raised {raised}"),)
