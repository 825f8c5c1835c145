"""What is said on the terminal and written to named files: results, all else, how far work is."""

import errno
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from grader.errors import UsageError
from grader.ground.folders import write_named
from grader.model.text import printable

if TYPE_CHECKING:
    from rich.console import Console

EVERY_SECONDS = 10.0
Tell = Callable[[str, int, int], None]  # is told of what, how many are done, and of how many
_IN_PAGER = "Space shows the next page, q leaves."
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@cache
def console(*, errors: bool = False) -> "Console":
    """Return the console for results, or for all else."""
    from rich.console import Console  # results for a program need none

    return Console(stderr=errors, highlight=False)


def say(line: str) -> None:
    """Print a line of results as it is, however long; a terminal obeys nothing in it."""
    text = printable(line) if sys.stdout.isatty() else line
    # a path may hold what no encoding has
    encodable = text.encode(sys.stdout.encoding, "backslashreplace").decode(sys.stdout.encoding)
    print(encodable, flush=True)


def say_json(value: object) -> None:
    """Print a value as a line of JSON."""
    pour(msgspec.json.encode(value) + b"\n")


def pour(data: bytes) -> None:
    """Print what another program reads, byte for byte; a terminal obeys nothing in it."""
    if sys.stdout.isatty():
        say(data.decode("utf-8", "replace").replace("\r\n", "\n").removesuffix("\n"))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def note(line: str) -> None:
    """Print a line beside the results, with escapes for what nobody could see."""
    print(printable(line), file=sys.stderr, flush=True)


def agreed(question: str, otherwise: str) -> bool:
    """Ask for a yes at the terminal; without one, also by Ctrl-C, say what holds otherwise."""
    try:
        answer: bool = click.confirm(question, default=False, err=True)
    except click.Abort:
        note(f"\n{otherwise}")
        raise
    if not answer:
        note(otherwise)
    return answer


@contextmanager
def paged() -> Iterator[None]:
    """Show what is printed page by page, where somebody reads it at a terminal that is shorter."""
    screen = console()
    if not (screen.is_terminal and sys.stdin.isatty()) or screen.is_dumb_terminal:
        yield
        return
    with screen.capture() as captured:
        yield
    text = captured.get()
    if text.count("\n") < screen.height:
        sys.stdout.write(text)
    else:
        # without colours where the pager would show their codes
        click.echo_via_pager(f"{_IN_PAGER}\n\n{text}")


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Show that something takes its time, where somebody is looking."""
    if sys.stderr.isatty():
        with console(errors=True).status(what):
            yield
    else:
        yield


def progress_teller(clock: Callable[[], float] = time.monotonic) -> Tell:
    """Return what says on stderr how far work is, and how long the rest takes.

    At a terminal one line is written over and over; elsewhere there is a line every ten seconds.
    """
    is_terminal = sys.stderr.isatty()
    began = last = clock()

    def tell(what: str, done: int, total: int) -> None:
        nonlocal last
        now = clock()
        if not is_terminal and (now - last < EVERY_SECONDS or done >= total):
            return
        last = now
        rest = f", about {(now - began) / done * (total - done):.0f} s left" if done else ""
        line = f"Judging {printable(what, lines=False)}: {done} of {total}{rest}."
        if is_terminal:
            line = f"\r\x1b[K{line}" if done < total else "\r\x1b[K"  # ECMA-48: erase in line
        print(line, end="" if is_terminal else "\n", file=sys.stderr, flush=True)

    return tell


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; raises UsageError with its name."""
    try:
        write_named(path, data)
    except OSError as error:
        if error.errno in _NO_ROOM:
            error.filename = str(path)
            raise
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error
