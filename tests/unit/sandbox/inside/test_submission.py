"""Where endless code is, is the loop that it goes round, wherever in it the question comes."""

import sys
from contextlib import suppress
from textwrap import dedent
from typing import Any

import pytest

from grader.sandbox.inside.submission import NOWHERE, Place, place_in

NESTED = """
    def f(ask):
        while True:
            for one in (1, 2):
                ask()
"""
CALLED = """
    def g(ask):
        for n in (1, 2):
            inner(ask)

    def inner(ask):
        while True:
            ask()

    def f(ask):
        g(ask)
"""
FUNCTION = """
    def f(ask):
        return [ask() for n in (1, 2)]
"""
AFTER = """
    def f(ask):
        while False:
            pass
        for n in (1, 2):
            ask()
"""
AT_THE_TOP = """
    f = None
    while True:
        ask()
"""
NO_LOOP = """
    f = None
    ask()
"""


def place(code: str) -> Place:
    """Run code as a handed-in file, and ask where it is."""
    data = dedent(code).strip().encode()
    found: list[Place] = []

    def ask() -> None:
        found.append(place_in(sys._getframe(1), {"sums.py": data}))
        raise InterruptedError

    names: dict[str, Any] = {"ask": ask}
    with suppress(InterruptedError):
        exec(compile(data, "sums.py", "exec"), names)
        names["f"](ask)
    return found[0]


@pytest.mark.parametrize(
    ("code", "line"),
    [(NESTED, 2), (CALLED, 6), (FUNCTION, 1), (AFTER, 4), (AT_THE_TOP, 2)],
)
def test_the_loop_that_goes_on_is_named(code: str, line: int) -> None:
    """It is the outermost `while`, else the outermost `for`, else the function that was called."""
    assert place(code) == ("sums.py", line)


def test_code_without_a_loop_or_a_function_is_nowhere() -> None:
    """What is not in a function or loop of a handed-in file has no line."""
    assert place(NO_LOOP) == NOWHERE
    assert place_in(sys._getframe(), {"sums.py": b""}) == NOWHERE
