"""Runs commands in forked processes, which have imported everything, and can be killed."""

import os
import signal
import sqlite3
import sys
import tempfile
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any

from grader.advice import lesson_judge
from grader.cli import instructor, main, student
from tests.integration.study.terminal import Said, Terminal

WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE", "COMMIT")
_IMPORTED = (instructor, student, lesson_judge)  # so that children need not


class Child(Terminal):
    """The same terminal, much faster: each command is a fork that finds everything imported."""

    def type(self, *words: str | Path, stdin: str = "") -> Said:
        """Run a command to its end."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            code = forked(command(self, *map(str, words)), out.fileno(), err.fileno())
            said = [_all_of(stream) for stream in (out, err)]
        return Said(code, *said)


def forked(work: Callable[[], int], *streams: int) -> int:
    """Run a function in a child; give its exit code, or minus the signal that killed it."""
    child = os.fork()
    if child == 0:
        try:
            _redirect(*streams)
            code = work()
            sys.stdout.flush()
        except BaseException:  # noqa: BLE001 # a child must not come back into pytest
            traceback.print_exc()
            code = 99
        os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _redirect(out: int | None = None, err: int | None = None) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream, place in enumerate((nothing, out, err)):
        os.dup2(nothing if place is None else place, stream)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115


def _all_of(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode()


def sit_down(terminal: Terminal) -> None:
    """Make this process the terminal's: its folder, its environment."""
    settings = terminal.environment()
    os.environ.clear()
    os.environ.update(settings)
    os.chdir(terminal.folder)


def command(terminal: Terminal, *words: str) -> Callable[[], int]:
    """Word a command for a child."""

    def work() -> int:
        sit_down(terminal)
        return main.run(list(words))

    return work


def killed_before_write(nth: int, work: Callable[[], int]) -> Callable[[], int]:
    """Have a child killed just before its nth write or commit."""

    def counted() -> int:
        left = [nth]

        def count(*_: Any) -> None:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        class CountedCursor(sqlite3.Cursor):
            def execute(self, statement: str, *values: Any) -> Any:
                if statement.startswith(WRITES):
                    count()
                return super().execute(statement, *values)

        class Counted(sqlite3.Connection):
            def cursor(self, factory: Any = None) -> Any:
                return super().cursor(CountedCursor)

            def commit(self) -> None:
                count()
                super().commit()

        setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Counted))  # noqa: B010
        return work()

    return counted


def killed_at(owner: Any, name: str, work: Callable[[], int]) -> Callable[[], int]:
    """Have a child killed when it calls a function."""

    def armed() -> int:
        setattr(owner, name, lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
        return work()

    return armed
