"""What is read of the text that was handed in: its lines, and which names a function uses."""

import pytest

from grader.bridge.modules import lines_of, names_used

TEXT = b"""import math


def total(numbers):
    return math.fsum(numbers)


class Shop:
    def total(self):
        return sum(self.prices)


def outer():
    def inner(x):
        return len(x)

    return inner
"""
SOURCES = {"shop.py": TEXT, "parts/__init__.py": b"def f():\n    g()\n", "broken.py": b"def"}


@pytest.mark.parametrize(
    ("module", "name", "line", "expected"),
    [
        ("shop", "total", 4, ("math", "fsum")),
        ("shop", "total", 9, ("sum", "prices")),
        ("shop", "inner", 14, ("len",)),
        ("parts", "f", 1, ("g",)),
        ("shop", "total", 5, ()),
        ("shop", "missing", 4, ()),
        ("broken", "f", 1, ()),
        ("elsewhere", "f", 1, ()),
    ],
)
def test_names_come_from_the_text(
    module: str, name: str, line: int, expected: tuple[str, ...]
) -> None:
    """A function is found by its name and line, and what nobody handed in uses nothing."""
    assert names_used(SOURCES, module, name, line) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"a = 1\r\nb = 2", ["a = 1\n", "b = 2"]),
        (b"\x0ca = 1  # \xe2\x80\xa8 \x1c\n", ["\x0ca = 1  # \u2028 \x1c\n"]),
        (b"# coding: latin-1\n# \xe4\n", ["# coding: latin-1\n", "# \xe4\n"]),
        (b"\xff\n", []),
        (b"# coding: klingon\n", []),
    ],
)
def test_lines_are_those_that_python_counts(source: bytes, expected: list[str]) -> None:
    """No other sign ends a line, so that the line of a function shows that function."""
    assert lines_of(source) == expected
