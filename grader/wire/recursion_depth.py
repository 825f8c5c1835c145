"""Keeps the wire's own frames out of Python's recursion limit: that is for the code it serves."""

import sys

ROOM = 3000  # frames for writing and reading the deepest data, at any depth of the code
OWN = 20  # frames of ours, at most, between code that asks and code that is asked meanwhile
MOST = 500  # questions inside questions, which fill the C stack whatever Python's limit says
_SLACK = 8  # frames that it takes to turn back again
_HIGHEST = 2**31 - 1 - ROOM  # more than Python takes


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
        limit = sys.getrecursionlimit()
        limit = min(limit, _HIGHEST)
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
