"""Deep data crosses both ways, whatever recursion limit a submission sets."""

import pytest

from grader.grading.grade_class import GradedClass
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import outcomes

pytestmark = [pytest.mark.jail, pytest.mark.slow]


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
