"""One child of a warm sandbox, as the trusted side holds it."""

import contextlib
import os
import signal
import socket
import time
from collections.abc import Callable
from typing import Self

from msgspec import Struct

from grader.errors import JailError
from grader.inside.stop_signal import SIGNAL

_CPU_OF_PROCESS = 2  # which clock of a process, in the low bits of its number


class Ending(Struct, frozen=True):
    """How a child ended; one of the first two is None."""

    exit_code: int | None
    signal: int | None
    max_rss_kib: int
    cpu_seconds: float
    why: str | None = None  # the sentence, where the sandbox itself stopped it


LOST = Ending(None, signal.SIGTERM, 0, 0.0, "Its jail broke down or was closed.")


def cpu_seconds_of(pid: int) -> float:
    """Read the CPU time of a process, whose clock is named by its number; 0 where it is gone."""
    try:
        return time.clock_gettime(~pid << 3 | _CPU_OF_PROCESS)
    except OSError:
        return 0.0


class Child(Struct, eq=False):
    """A confined child whose entry is running."""

    pid: int  # as this machine counts
    finish_with: Callable[[float], Ending]
    ending: Ending | None = None

    def cpu_seconds(self) -> float:
        """Read how much CPU time it has used, from outside."""
        return cpu_seconds_of(self.pid) if self.ending is None else self.ending.cpu_seconds

    def ask_where(self) -> None:
        """Have it say in which line it is, where it heeds the signal; another ends by it."""
        self._signal(SIGNAL)

    def kill(self) -> None:
        """End it at once; `finish` is still to be called."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        # Until `finish` it is a zombie at least, so the number cannot be another process's.
        if self.ending is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(self.pid, number)

    def finish(self, seconds: float) -> Ending:
        """Wait so long for its end, then kill it; return when nothing of it is left.

        Raises JailError when the sandbox is to be replaced.
        """
        if self.ending is None:
            try:
                self.ending = self.finish_with(seconds)
            except JailError:
                self.ending = LOST
                raise
        return self.ending


class JailedChild(Child, eq=False, kw_only=True):
    """The child of one submission, with what it prints, also after its end: a context manager."""

    channel: socket.socket  # our end of the connection that its entry was given
    printed: tuple[int, int]  # where its standard output and standard error can be read

    def close(self) -> None:
        """Close the channel and both ends of what it printed."""
        self.channel.close()
        for descriptor in self.printed:
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self.printed = (-1, -1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            self.finish(0)
        finally:
            self.close()
