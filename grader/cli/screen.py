"""What is said on the terminal and written to named files: results, all else, how far work is."""

import errno
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from grader.errors import UsageError
from grader.ground.folders import write_named
from grader.model.text import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

EVERY_SECONDS = 10.0
Tell = Callable[[str, int, int], None]  # is told of what, how many are done, and of how many
_IN_PAGER = "Space shows the next page, q leaves."
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@cache
def console(*, errors: bool = False) -> "Console":
    """Return the console for results, or for all else."""
    from rich.console import Console, ConsoleDimensions  # results for a program need none

    made = Console(stderr=errors, highlight=False)
    if made.is_dumb_terminal:  # for which rich takes a width for granted
        made.size = ConsoleDimensions(*shutil.get_terminal_size())
    return made


def say(line: str) -> None:
    """Print a line of results as it is, however long; a terminal obeys nothing in it."""
    text = printable(line) if sys.stdout.isatty() else line
    # a path may hold what no encoding has
    encodable = text.encode(sys.stdout.encoding, "backslashreplace").decode(sys.stdout.encoding)
    sys.stdout.write(f"{encodable}\n")
    sys.stdout.flush()


def pour(data: bytes) -> None:
    """Print what another program reads, byte for byte; a terminal obeys nothing in it."""
    if sys.stdout.isatty():
        text = data.decode("utf-8", "replace").replace("\r\n", "\n")
        say(text.removesuffix("\n"))
    else:
        sys.stdout.buffer.write(data)


def say_json(value: object) -> None:
    """Print a value as a line of JSON, of ASCII alone where the stream holds nothing else."""
    text = msgspec.json.encode(value).decode()
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        import json  # hardly anybody needs it

        text = json.dumps(json.loads(text), separators=(",", ":"))
    say(text)


def note(line: str, style: str = "") -> None:
    """Print a line beside the results, with escapes for what nobody could see.

    At a terminal it is wrapped between words; a path that is longer stays whole. Elsewhere a line
    stays a line.
    """
    from rich.text import Text  # as in console

    screen, text = console(errors=True), printable(line)
    if sys.stderr.isatty():
        import textwrap  # elsewhere nothing is wrapped

        wrap = textwrap.TextWrapper(screen.width, break_long_words=False, break_on_hyphens=False)
        text = "\n".join(map(wrap.fill, text.split("\n")))
    screen.print(Text(text, style), soft_wrap=True)


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
def busy(what: str) -> Iterator[Callable[[str], object]]:
    """Show that something takes its time, where somebody is looking; yield what says more of it."""
    if sys.stderr.isatty():
        from rich.text import Text  # where nobody is looking, nothing is shown

        cut = partial(Text, no_wrap=True, overflow="ellipsis")
        with console(errors=True).status(what) as status:
            yield lambda more: status.update(cut(printable(f"{what} {more}", lines=False)))
    else:
        yield lambda _: None


def bar_on(console: "Console", text: str) -> "Progress":
    """Make a bar with a text before it, which may name parts of its task."""
    # where nobody looks there is no bar
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True)


@contextmanager
def shown_progress(text: str) -> Iterator[Tell]:
    """Show how far work is; `text` names its parts as `{task.description}`."""
    if not sys.stderr.isatty():
        yield told_in_lines(console(errors=True))
        return
    with bar_on(console(errors=True), text) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, total: bar.update(
            task, description=what, completed=done, total=total
        )


def told_in_lines(screen: "Console", clock: Callable[[], float] = time.monotonic) -> Tell:
    """Return what prints a line where the last one, or the beginning, is ten seconds ago."""
    began = last = clock()

    def tell(what: str, done: int, total: int) -> None:
        nonlocal last
        now = clock()
        if now - last < EVERY_SECONDS or done >= total:
            return
        last = now
        rest = f", about {(now - began) / done * (total - done):.0f} s left" if done else ""
        screen.print(f"Judging {what}: {done} of {total}{rest}.", markup=False, soft_wrap=True)

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
