"""Runs commands in forked processes, which have imported everything, and can be killed."""

import os
import signal
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, event

from grader.cli import history, lessons, main, submit
from grader.flows import lesson_judge
from tests.integration.student.terminal import Terminal

WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE")
_IMPORTED = (history, lessons, submit, lesson_judge)  # so that children need not


def forked(work: Callable[[], int]) -> int:
    """Run a function in a child; give its exit code, or minus the signal that killed it."""
    child = os.fork()
    if child == 0:
        try:
            code = work()
        except BaseException:  # noqa: BLE001 # a child must not come back into pytest
            import traceback

            traceback.print_exc()
            code = 99
        os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def sit_down(terminal: Terminal) -> None:
    """Make this process the terminal's: its folder, its environment, its output to a file."""
    settings = terminal.environment()
    os.environ.clear()
    os.environ.update(settings)
    os.chdir(terminal.folder)
    log = os.open(terminal.folder.parent / "said.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(log, stream)


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

        def count_write(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if statement.startswith(WRITES):
                count()

        event.listen(Engine, "before_cursor_execute", count_write)
        event.listen(Engine, "commit", count)
        return work()

    return counted


def killed_at(owner: Any, name: str, work: Callable[[], int]) -> Callable[[], int]:
    """Have a child killed when it calls a function."""

    def armed() -> int:
        setattr(owner, name, lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
        return work()

    return armed
