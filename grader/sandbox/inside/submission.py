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
from operator import itemgetter
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
    ranked: list[tuple[int, Place]] = []  # outermost first
    while frame is not None:
        if frame.f_code.co_filename in sources:
            ranked[:0] = _places_around(frame, sources)
        frame = frame.f_back
    return min(ranked, key=itemgetter(0), default=(0, NOWHERE))[1]


def _places_around(frame: FrameType, sources: Mapping[str, bytes]) -> Iterator[tuple[int, Place]]:
    """Yield the loops around a frame's line and its function, with what comes first as lowest."""
    code = frame.f_code
    # the jump that ends a round stands in no line: then the line before it is meant
    lines = [line for at, _, line in code.co_lines() if line and at <= frame.f_lasti]
    line = lines[-1] if lines else code.co_firstlineno
    with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        for node in ast.walk(ast.parse(sources[code.co_filename])):
            if not isinstance(node, _LOOPS) or node.lineno < code.co_firstlineno:
                continue
            if node.lineno <= line <= (node.end_lineno or 0):
                rank = 0 if isinstance(node, ast.While) else 1
                yield rank, (code.co_filename, node.lineno)
    if code.co_name != "<module>":
        yield 2, (code.co_filename, code.co_firstlineno)


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
    except BaseException as error:
        files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
        own = [file for file in files if file in finder.sources]
        if isinstance(error, SystemExit) and own[-1:] == [script.name]:  # it may leave itself
            code = exit_status(error)
        else:
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
    told = traceback.TracebackException.from_exception(error)
    told.__cause__ = told.__context__ = None
    own = [frame for frame in told.stack if frame.filename in finder.sources]
    told.stack = traceback.StackSummary.from_list(own)
    sys.stderr.write("".join(told.format()))
    if isinstance(error, EOFError):
        sys.stderr.write(_NO_KEYBOARD)
