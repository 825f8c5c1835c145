"""A function that is not written yet is found by its lines."""

import pytest

from grader.judge.reports import unwritten
from grader.judge.submission_source import Source
from tests.unit.judge.builders import a_result

STUB = b'def add(a, b=1):\n    """Add."""\n    return 0  # TODO\n'


def source(code: str) -> Source:
    """A handed-in file, whose stub has the function `add`."""
    return Source({"sums.py": code.encode()}, "sums.py", stub={"sums.py": STUB})


@pytest.mark.parametrize(
    ("code", "is_found"),
    [
        ("def add(a, b):\n    pass\n", True),
        ("def add(a: int, b=(1,)) -> int: ...\n", True),
        ("def add(a, b): return a\n", False),
        ("def add(a, b):\n    '''Add\n    up.'''\n    ...\n\n\nprint(1)", True),
        ("def add(a, b):\n    # TODO\n    return None\n", True),
        ("def add(a, b):\n    return 1\n", False),
        ('def add(a, b=1):\n    """Add."""\n    return 0\n', True),
        ("def add(a, b):\n    return 1\n\ndef add(a, b):\n    pass\n", True),
        ("def plus(a, b):\n    pass\n", False),
    ],
)
def test_what_is_not_written_is_found(code: str, is_found: bool) -> None:
    """A body that does nothing, or is the stub's, is no mistake but not written yet."""
    wrong = a_result("one", "failed", last_kind="add|None")

    assert (unwritten(wrong, source(code)) is not None) == is_found


def test_a_result_that_is_right_is_written() -> None:
    """A function that does nothing is told of only where its result is wrong."""
    assert unwritten(a_result("one", last_kind="add|None"), source("def add(a): pass")) is None
