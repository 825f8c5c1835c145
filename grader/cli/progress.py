"""Shows how far a class is: a bar where somebody looks, else a line every ten seconds."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from grader.feedback.screen import Screen

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

EVERY_SECONDS = 10.0
Tell = Callable[[int, int], None]  # is told how many are done, and of how many


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
def shown_progress(screen: Screen, what: str) -> Iterator[Tell]:
    """Show the progress of what is judged; nothing of a bar is left behind."""
    if not screen.is_terminal:
        yield told_in_lines(screen, what)
        return
    from rich.console import Console  # a program that reads needs no bar

    console = Console(file=screen.file, force_terminal=True, highlight=False)
    with bar_on(console, "Judging {task.fields[what]}") as bar:
        task = bar.add_task("", total=None, what=what)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def told_in_lines(screen: Screen, what: str, clock: Callable[[], float] = time.monotonic) -> Tell:
    """Return what prints a line where the last one, or the beginning, is ten seconds ago."""
    began = last = clock()

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = clock()
        if now - last < EVERY_SECONDS or done >= total:
            return
        last = now
        rest = f", about {(now - began) / done * (total - done):.0f} s left" if done else ""
        screen.line((f"Judging {what}: {done} of {total}{rest}.", ""))

    return tell
