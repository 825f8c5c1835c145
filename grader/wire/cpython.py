"""All that leans on how CPython works: frames, positions of code, reference counts, recursion.

`fault` tries what another Python, or an option of this one, would take away. `Depth` keeps the
wire's own frames out of Python's recursion limit, which is for the code that it serves.
"""

import dis
import os
import sys
from collections.abc import Iterator
from itertools import islice
from types import FrameType
from typing import Any

_STARS = ("IMPORT_STAR", "CALL_INTRINSIC_1")  # the latter from Python 3.12 on
ROOM = 3000  # frames for writing and reading the deepest data, at any depth of the code
OWN = 20  # frames of ours, at most, between code that asks and code that is asked meanwhile
MOST = 500  # questions inside questions, which fill the C stack whatever Python's limit says
_SLACK = 8  # frames that it takes to turn back again
_HIGHEST = 2**31 - 1 - ROOM  # more than Python takes


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


class Depth:
    """The limit as it stands for the code of one side, where that and the wire take turns."""

    def __init__(self) -> None:
        self._limit = sys.getrecursionlimit()
        self._levels = 0

    def begin(self) -> None:
        """Start with the wire's turn, where a side only answers."""
        sys.setrecursionlimit(self._limit + ROOM)

    def enter(self) -> int:
        """Turn from the code, which asks, to the wire; gives what `leave` is to be told."""
        if self._levels >= MOST:
            raise RecursionError("maximum recursion depth exceeded")
        limit = min(sys.getrecursionlimit(), _HIGHEST)
        _make_sure_of(limit)
        sys.setrecursionlimit(limit + ROOM)
        outer, self._limit = self._limit, limit
        self._levels += 1
        return outer

    def leave(self, outer: int) -> None:
        """Turn back to the code that asked."""
        self._levels -= 1
        limit, self._limit = self._limit, outer
        try:  # noqa: SIM105 - at each question
            sys.setrecursionlimit(limit)
        except RecursionError:  # code that was asked meanwhile has set a low one
            pass

    def lend(self) -> int:
        """Turn from the wire to code that is asked; gives what `take_back` is to be told."""
        lent = self._limit + OWN if self._levels else self._limit
        _make_sure_of(lent)
        sys.setrecursionlimit(lent)
        return lent

    def take_back(self, lent: int) -> None:
        """Turn back to the wire, with the limit that the code may have set."""
        limit, now = self._limit, sys.getrecursionlimit()
        if now not in (lent, limit + ROOM):
            self._limit = limit = min(_HIGHEST, now)
        sys.setrecursionlimit(limit + ROOM)


def _make_sure_of(limit: int) -> None:
    """Raise RecursionError unless there is room below a limit; Python knows how deep it is."""
    try:
        sys.setrecursionlimit(limit - _SLACK)
    except RecursionError:
        raise RecursionError("maximum recursion depth exceeded") from None
