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

_CPU_OF_PROCESS = 2  # which clock of a process, in the low bits of its number


class Ending(Struct, frozen=True):
    """How a child ended; one of the first two is None."""

    exit_code: int | None
    signal: int | None
    max_rss_kib: int
    cpu_seconds: float
    why: str | None = None  # the sentence, where the sandbox itself stopped it


LOST = Ending(None, signal.SIGTERM, 0, 0.0, "Its jail broke down or was closed.")


class Child(Struct, eq=False):
    """A confined child whose entry is running: a context manager, after which nothing is left."""

    pid: int  # as this machine counts
    finish_with: Callable[[float], Ending]
    channel: socket.socket  # our end of the connection that its entry was given
    printed: tuple[int, ...] = ()  # where its standard output and standard error can be read
    ending: Ending | None = None

    def cpu_seconds(self) -> float:
        """Read from outside how much CPU time it has used."""
        if self.ending is not None:
            return self.ending.cpu_seconds
        try:  # the clock of a process is named by its number
            return time.clock_gettime(~self.pid << 3 | _CPU_OF_PROCESS)
        except OSError:
            return 0.0

    def ask_where(self) -> None:
        """Have it say in which line it is, where it heeds the signal; another ends by it."""
        self._signal(signal.SIGUSR1)

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

        What it has printed can still be read. Raises JailError when the sandbox is to be replaced.
        """
        if self.ending is None:
            try:
                self.ending = self.finish_with(seconds)
            except JailError:
                self.ending = LOST
                raise
        return self.ending

    def close(self) -> None:
        """Close the channel and both ends of what it printed."""
        self.channel.close()
        for descriptor in self.printed:
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self.printed = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            self.finish(0)
        finally:
            self.close()
