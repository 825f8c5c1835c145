"""What nobody is measured by costs nobody, and depth is nobody's offence."""

import pytest

from grader.grading.grade_class import GradedClass
from grader.model.report import Verdict
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, of, outcomes

pytestmark = [pytest.mark.jail, pytest.mark.slow]

LEFT_OUT = """
import sums

def test_first():
    assert sums.add(1, 2) == 3

def test_wrong():
    assert sums.add(2, 2) == 5

def test_last():
    assert sums.add(3, 3) == 6
"""
STAYS_OUT = "if (a, b) == (2, 2):\n        {}\n    return a + b\n"
DOES = {
    "leaves": "import os; os._exit(0)",
    "hangs": "while True: pass",
    "pokes": "import os; [os.write(n, b'x' * 99) for n in range(3, 6)]",
    "fills": "return [0] * 10**9",
}

DEEP = """
from sums import nest, levels

def depth(value):
    found = 0
    while value:
        value, found = value[0], found + 1
    return found

def test_result():
    assert depth(nest(195)) == 195

def test_argument():
    assert levels(nest(195)) == 195

def test_with_keys():
    value = {}
    for _ in range(195):
        value = {0: value}
    assert levels(value) == 195

def test_callback():
    def again(n):
        return levels(nest(150), lambda: again(n - 1)) if n else 0
    assert again(30) == 30 * 150

def test_last():
    assert nest(1) == [[]]
"""
NESTING = """
def nest(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value

def levels(value, then=lambda: 0):
    found = 0
    while value:
        value, found = value[0], found + 1
    return found + then()
"""
LIMITS = {"usual": 1000, "high": 10**6, "highest": 2**31 - 1, "low": 60}


@pytest.fixture(scope="module")
def left_out(level: Isolation, write: Write) -> GradedClass:
    """Submissions that do something dreadful in a case that the reference does not pass."""
    added = {name: f"def add(a, b):\n    {STAYS_OUT.format(does)}" for name, does in DOES.items()}
    return write(ADD, LEFT_OUT).grade(level, added, allows_left_out=True)


@pytest.mark.parametrize("name", DOES)
def test_a_case_that_is_left_out_is_not_run(left_out: GradedClass, name: str) -> None:
    """Whatever a submission would do in it, all that counts is passed."""
    assert outcomes(left_out, name) == {
        "test_first": "passed",
        "test_wrong": "skipped",
        "test_last": "passed",
    }
    assert of(left_out, name).report.verdict is Verdict.PASSED
    assert of(left_out, name).report.message is None


@pytest.fixture(scope="module")
def deep(level: Isolation, write: Write) -> GradedClass:
    """Right submissions that set other recursion limits, over deeply nested data."""
    text = "import sys\nsys.setrecursionlimit({})\n"
    return write(NESTING, DEEP).grade(
        level, {name: text.format(limit) + NESTING for name, limit in LIMITS.items()}
    )


@pytest.mark.parametrize("name", LIMITS)
def test_deep_data_crosses_at_any_limit(deep: GradedClass, name: str) -> None:
    """Data as deep as may be crosses both ways, whatever recursion limit a submission sets."""
    found = outcomes(deep, name)

    assert found == dict.fromkeys(found, "passed")
    assert len(found) == 5
