"""All that leans on how CPython works: frames, positions of code, reference counts.

`fault` tries what another Python, or an option of this one, would take away.
"""

import dis
import os
import sys
from collections.abc import Iterator
from itertools import islice
from types import FrameType
from typing import Any

_STARS = ("IMPORT_STAR", "CALL_INTRINSIC_1")  # the latter from Python 3.12 on


def frame(depth: int) -> FrameType:
    """Give the frame of the caller's caller, for a depth of 1, or of one further out."""
    return sys._getframe(depth + 1)


def frames(depth: int) -> Iterator[FrameType]:
    """Go through the frames from `frame(depth)` outwards."""
    found: FrameType | None = sys._getframe(depth + 1)
    return _outwards(found)


def _outwards(found: FrameType | None) -> Iterator[FrameType]:
    while found is not None:
        yield found
        found = found.f_back


def module_name(of: FrameType) -> str:
    """Name the module whose code a frame runs; "" where it has none."""
    name = of.f_globals.get("__name__", "")
    return name if isinstance(name, str) else ""


def position(of: FrameType) -> tuple[int | None, ...]:
    """Say where the expression stands that a frame is at: two lines and two columns."""
    # an instruction may be written twice for one expression, as a loop's condition is
    return next(islice(of.f_code.co_positions(), of.f_lasti // 2, None))


def is_importing_all(of: FrameType) -> bool:
    """Whether a frame is in the midst of `from ... import *`."""
    return dis.opname[of.f_code.co_code[of.f_lasti]] in _STARS


def environment() -> dict[bytes, bytes]:
    """Copy the variables of the environment without decoding them, which costs at each call."""
    return dict(os.environ._data)  # type: ignore[attr-defined] # CPython's own name for it


def unheld(table: dict[int, Any]) -> list[int]:
    """Name the objects of a table that nothing but the table holds."""
    return [number for number in sorted(table) if _references(table, number) <= _BY_A_TABLE]


def _references(table: dict[int, Any], number: int) -> int:
    return sys.getrefcount(table[number])


_BY_A_TABLE = _references({0: []}, 0)  # the table, and what this Python adds


def fault() -> str:
    """Say in a sentence what is missing in this Python; "" where all of it works."""
    if sys.implementation.name != "cpython":
        return f"The grader needs CPython, and this is {sys.implementation.name}."
    if None in position(sys._getframe()):
        return (
            "This Python keeps no columns of expressions: run it without "
            "-X no_debug_ranges and without PYTHONNODEBUGRANGES."
        )
    held: list[Any] = []
    if unheld({1: [], 2: held}) != [1]:
        return "This Python does not count references as the grader needs it."
    return ""
