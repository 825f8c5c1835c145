"""Ends a forked child, with whatever it left running."""

import contextlib
import os
import resource
import signal
import time
from collections.abc import Callable

_LOOK_EVERY = 0.02  # seconds


def watch_for_ends() -> None:
    """Prepare this process: an ended child wakes `end`."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})


def end(pid: int, seconds: float, look: Callable[[], None]) -> tuple[int, resource.struct_rusage]:
    """Wait for a child, kill it when its time is over; return its wait status and what it used.

    `look` is called now and then meanwhile.
    """
    deadline = time.monotonic() + seconds
    while True:
        ended, status, used = os.wait4(pid, os.WNOHANG)
        if ended:
            return status, used
        left = deadline - time.monotonic()
        if left <= 0:
            os.kill(pid, signal.SIGKILL)
            return os.wait4(pid, 0)[1:]
        signal.sigtimedwait({signal.SIGCHLD}, min(left, _LOOK_EVERY))
        look()


def end_strays(processes_at: int) -> None:
    """Kill all that a child started and left; only an unconfined one can.

    They become children of this process, which must be their subreaper.
    """
    while children := _children(processes_at):
        for pid in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in children:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _children(processes_at: int) -> list[int]:
    try:
        path = f"self/task/{os.getpid()}/children"
        listing = os.open(path, os.O_RDONLY | os.O_CLOEXEC, dir_fd=processes_at)
    except OSError:
        return []
    with open(listing, "rb") as file:
        return [int(pid) for pid in file.read().split()]
