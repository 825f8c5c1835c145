"""Runs a script of a lesson beside the student's module, as Run does; prints as it goes."""

import io
import linecache
import os
import sys
import traceback
from typing import NoReturn

import msgspec

from grader.border.modules import JailFinder, exit_status, write_files

_NO_KEYBOARD = (
    "There is no keyboard here, so input() has nothing to read. "
    "Hand values to your functions as arguments instead.\n"
)


class _Script(msgspec.Struct):
    """What the other side sends: the name of a file, and all files."""

    name: str
    sources: dict[str, bytes]


def run(order: bytes | bytearray) -> NoReturn:
    """Run what the other side has sent; leave with the script's own exit status."""
    script = msgspec.msgpack.decode(order, type=_Script)
    write_files(script.sources)
    for printed in (sys.stdout, sys.stderr):
        if isinstance(printed, io.TextIOWrapper):
            printed.reconfigure(encoding="utf-8", errors="replace", line_buffering=True)
    code = _run(JailFinder(script.sources), script.name)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _run(finder: JailFinder, script: str) -> int:
    sys.meta_path.insert(0, finder)
    try:
        finder.run_script(script, [script])
    except SystemExit as end:
        status = exit_status(end)
        if (place := _left_at(end, finder, script)) is not None:
            sys.stderr.write(f"{place} ended the run here, by exit(): nothing after it was run.\n")
            return 1
        return status
    except BaseException as error:
        _show(error, finder)
        return 1
    return 0


def _left_at(end: SystemExit, finder: JailFinder, script: str) -> str | None:
    """Name the student's line that left; None where the script itself did, as scripts may."""
    frames = traceback.extract_tb(end.__traceback__)
    own = [one for one in frames if one.filename in finder.sources and one.filename != script]
    return f"{own[-1].filename}, line {own[-1].lineno}," if own else None


def _show(error: BaseException, finder: JailFinder) -> None:
    """Print a traceback of the lines in the student's and the lesson's files, and of no others."""
    for name, data in finder.sources.items():  # they were compiled from memory
        lines = data.decode("utf-8", "replace").splitlines(keepends=True)
        linecache.cache[name] = (len(data), None, lines, name)
    told: traceback.TracebackException | None = traceback.TracebackException.from_exception(error)
    whole = told
    while told is not None:
        own = [frame for frame in told.stack if frame.filename in finder.sources]
        told.stack = traceback.StackSummary.from_list(own)
        told = told.__cause__ or told.__context__
    if whole is not None:
        sys.stderr.write("".join(whole.format()))
    if isinstance(error, EOFError):
        sys.stderr.write(_NO_KEYBOARD)
