"""Answers a signal from outside by saying where the submission is: an endless loop has a line."""

import ast
import contextlib
import signal
from collections.abc import Callable, Iterator, Mapping
from types import FrameType

SIGNAL = signal.SIGUSR1
_LOOPS = (ast.While, ast.For, ast.AsyncFor)
Place = tuple[str, int]  # a handed-in file and a line of it
NOWHERE: Place = ("", 0)


def answer_where(sources: Mapping[str, bytes], tell: Callable[[Place], None]) -> None:
    """Have the place told whenever the signal comes, while Python code is run."""
    signal.signal(SIGNAL, lambda _, frame: tell(place_in(frame, sources)))


def place_in(frame: FrameType | None, sources: Mapping[str, bytes]) -> Place:
    """Find the loop that is gone round, else the function: the same wherever in it the code is.

    Of several it is the outermost `while`, since the others are likely to end.
    """
    frames: list[FrameType] = []  # of handed-in files, outermost first
    while frame is not None:
        if frame.f_code.co_filename in sources:
            frames.append(frame)
        frame = frame.f_back
    frames.reverse()
    loops = [loop for one in frames for loop in _loops_around(one, sources)]
    functions = [
        (False, one.f_code.co_filename, one.f_code.co_firstlineno)
        for one in frames
        if one.f_code.co_name != "<module>"
    ]
    endless = [loop for loop in loops if loop[0]]
    found = next(iter([*endless, *loops, *functions]), None)
    return NOWHERE if found is None else found[1:]


def _loops_around(
    frame: FrameType, sources: Mapping[str, bytes]
) -> Iterator[tuple[bool, str, int]]:
    """Yield the loops around a frame's line, outermost first, each with whether it is a `while`."""
    # the jump that ends a round stands in no line: then the line before it is meant
    lines = [line for at, _, line in frame.f_code.co_lines() if line and at <= frame.f_lasti]
    line = lines[-1] if lines else frame.f_code.co_firstlineno
    file = frame.f_code.co_filename
    with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        for node in ast.walk(ast.parse(sources[file])):
            if not isinstance(node, _LOOPS) or node.lineno < frame.f_code.co_firstlineno:
                continue
            if node.lineno <= line <= (node.end_lineno or 0):
                yield isinstance(node, ast.While), file, node.lineno
