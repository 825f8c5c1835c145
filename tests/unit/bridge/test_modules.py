"""Which names a function uses, by the text that was handed in."""

import pytest

from grader.bridge.modules import names_used

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
