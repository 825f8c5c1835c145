"""Takes an exception apart into what can be told of it: types, text, lines, the comparison."""

import os
import traceback
from typing import Any

import pytest

from grader.cases.comparison import Comparison, Sides, approx_text, mirrored, unittest_sides
from grader.cases.messages import (
    LONGEST_TEXT,
    MOST_FRAMES,
    MOST_TYPES,
    Compared,
    Line,
    Side,
    Trouble,
)
from grader.cases.value_kinds import kind_name


class Places:
    """The folders that lines are told of: the submission's, and that of the hidden files."""

    def __init__(self, work: str, hidden: str) -> None:
        self._work = work + os.sep
        self._hidden = hidden + os.sep

    def line(self, file: str, number: int, function: str = "") -> Line | None:
        """Word a place; None where it is in neither folder."""
        for folder, is_hidden in ((self._hidden, True), (self._work, False)):
            if file.startswith(folder):
                return Line(is_hidden, _short(file[len(folder) :]), max(number, 0), function)
        return None

    def bare(self, text: str) -> str:
        """Name files as their authors know them."""
        return text.replace(self._work, "").replace(self._hidden, "")


def take_apart(
    error: BaseException, places: Places, comparison: Comparison | None = None
) -> Trouble:
    """Tell an exception; `comparison` is the last that pytest explained."""
    is_assertion = isinstance(error, AssertionError)
    sides = _sides(error, comparison) if is_assertion and comparison is not None else None
    return Trouble(
        types=[
            _short(f"{kind.__module__}.{kind.__qualname__}")
            for kind in type(error).__mro__[:MOST_TYPES]
            if issubclass(kind, BaseException)
        ],
        text=_short(places.bare(_text_of(error))),
        lines=_lines(error, places),
        is_assertion=is_assertion,
        is_import=isinstance(error, ImportError | SyntaxError),
        column=max(error.offset or 0, 0) if isinstance(error, SyntaxError) else 0,
        compared=None if sides is None else _compared(sides),
    )


def imported(error: BaseException) -> BaseException:
    """Find what was raised while a hidden file was imported, which pytest wraps."""
    if isinstance(error, pytest.Collector.CollectError) and error.__cause__ is not None:
        return error.__cause__
    cause = getattr(error, "cause", None)  # of a conftest.py
    return cause if isinstance(cause, BaseException) else error


def _lines(error: BaseException, places: Places) -> list[Line]:
    found = [
        places.line(frame.f_code.co_filename, line, _short(frame.f_code.co_name))
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    if isinstance(error, SyntaxError):
        found.append(places.line(str(error.filename), error.lineno or 0))
    return [line for line in found if line is not None][-MOST_FRAMES:]


def _sides(error: BaseException, comparison: Comparison) -> Sides | None:
    return comparison.sides or unittest_sides(error.__traceback__)


def _compared(sides: Sides) -> Compared:
    left, right, operator = sides
    if _is_approx(left):
        left, right, operator = right, left, mirrored(operator)
    return Compared(_side(left), _side(right), _short(operator))


def _side(value: Any) -> Side:
    try:
        text = repr(value)
        kind = kind_name(value)
    except Exception:
        text, kind = "something that cannot be shown", "object"
    return Side(_short(kind), _short(approx_text(text) if _is_approx(value) else text))


def _is_approx(value: Any) -> bool:
    return type(value).__name__.startswith("Approx")


def _text_of(error: BaseException) -> str:
    try:
        return str(error.msg) if isinstance(error, SyntaxError) else str(error)
    except Exception:
        return ""


def _short(text: str) -> str:
    # half a character has no UTF-8, and messages carry nothing else as text
    whole = str.__str__(text)[:LONGEST_TEXT].encode("utf-8", "backslashreplace").decode()
    return whole[:LONGEST_TEXT]
