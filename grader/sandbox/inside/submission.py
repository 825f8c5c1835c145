"""Serves one submission over the border, or runs a script of a lesson beside it."""

import ast
import contextlib
import io
import linecache
import os
import signal
import socket
import sys
import traceback
from collections.abc import Iterator, Mapping
from types import FrameType
from typing import NoReturn

import msgspec

from grader.border.connection import SCRIPT, Connection, ConnectionClosed, decode
from grader.border.modules import JailFinder, exit_status, write_files
from grader.border.server import Server

Place = tuple[str, int]  # a handed-in file and a line of it
NOWHERE: Place = ("", 0)
_LOOPS = (ast.While, ast.For, ast.AsyncFor)
_NO_KEYBOARD = (
    "There is no keyboard here, so input() has nothing to read. "
    "Hand values to your functions as arguments instead.\n"
)


class _Script(msgspec.Struct):
    """What the other side sends: the name of a file, and all files."""

    name: str
    sources: dict[str, bytes]


def serve(channel: int) -> None:
    """Serve one submission over a descriptor, until the other end hangs up."""
    connection = Connection(socket.socket(fileno=channel))
    with contextlib.suppress(ConnectionClosed):
        first = connection.receive_bytes()
        if bytes(first) == SCRIPT:
            order = connection.receive_bytes()
            connection.close()
            _run_script(msgspec.msgpack.decode(order, type=_Script))
        Server(connection, _answer_where).serve(decode(first))


def _answer_where(server: Server) -> None:
    """Have the server tell the line whenever the signal comes, while Python code is run."""
    signal.signal(
        signal.SIGUSR1, lambda _, frame: server.tell(*place_in(frame, server.finder.sources))
    )


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
        (one.f_code.co_filename, one.f_code.co_firstlineno)
        for one in frames
        if one.f_code.co_name != "<module>"
    ]
    endless = [place for is_while, place in loops if is_while]
    return next(iter([*endless, *(place for _, place in loops), *functions]), NOWHERE)


def _loops_around(frame: FrameType, sources: Mapping[str, bytes]) -> Iterator[tuple[bool, Place]]:
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
                yield isinstance(node, ast.While), (file, node.lineno)


def _run_script(script: _Script) -> NoReturn:
    """Run a script as Run does, which prints as it goes; leave with its own exit status."""
    write_files(script.sources)
    for printed in (sys.stdout, sys.stderr):
        if isinstance(printed, io.TextIOWrapper):
            printed.reconfigure(encoding="utf-8", errors="replace", line_buffering=True)
    finder = JailFinder(script.sources)
    sys.meta_path.insert(0, finder)
    code = 0
    try:
        finder.run_script(script.name, [script.name])
    except SystemExit as end:
        code = exit_status(end)
        others = finder.sources.keys() - {script.name}  # the script itself may leave
        frames = traceback.extract_tb(end.__traceback__)
        if own := [frame for frame in frames if frame.filename in others]:
            place = f"{own[-1].filename}, line {own[-1].lineno},"
            sys.stderr.write(f"{place} ended the run here, by exit(): nothing after it was run.\n")
            code = 1
    except BaseException as error:
        _show(error, finder)
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _show(error: BaseException, finder: JailFinder) -> None:
    """Print a traceback of the lines in the student's and the lesson's files, and of no others."""
    for name, data in finder.sources.items():  # they were compiled from memory
        lines = data.decode("utf-8", "replace").splitlines(keepends=True)
        linecache.cache[name] = (len(data), None, lines, name)
    whole = traceback.TracebackException.from_exception(error)
    told: traceback.TracebackException | None = whole
    while told is not None:
        own = [frame for frame in told.stack if frame.filename in finder.sources]
        told.stack = traceback.StackSummary.from_list(own)
        told = told.__cause__ or told.__context__
    sys.stderr.write("".join(whole.format()))
    if isinstance(error, EOFError):
        sys.stderr.write(_NO_KEYBOARD)
