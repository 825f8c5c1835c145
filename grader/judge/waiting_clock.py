"""Counts the time in which processes were ready to run while others had the cores."""

import contextlib
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

_NANOSECONDS = 1_000_000_000


class WaitingClock:
    """Adds up, from reading to reading, how long processes waited; never more than went by."""

    def __init__(self, pids: Sequence[int], processes: Path = Path("/proc")) -> None:
        self._tasks = [processes / str(pid) / "task" for pid in pids]
        self._waited = [dict(_by_thread(tasks)) for tasks in self._tasks]
        self._began = time.monotonic()
        self._seconds = 0.0

    def read(self) -> float:
        """Return the seconds since this clock was made; 0 where the kernel does not tell."""
        waited = [dict(_by_thread(tasks)) for tasks in self._tasks]
        # of threads that waited side by side the longest counts, of processes each: they take turns
        more = sum(map(_longest, self._waited, waited))
        self._waited = waited
        # a wait is told when it ends, so that it may be longer than what lies between two readings
        self._seconds = min(self._seconds + more / _NANOSECONDS, time.monotonic() - self._began)
        return self._seconds


def _by_thread(tasks: Path) -> Iterator[tuple[str, int]]:
    """Read, of each thread, the nanoseconds that it has waited since it began."""
    # by the plainest calls, since it is done at every tick
    with contextlib.suppress(OSError):  # the process has ended
        for thread in os.listdir(tasks):  # noqa: PTH208 - as above
            with contextlib.suppress(OSError, ValueError, IndexError):  # or the thread has
                opened = os.open(f"{tasks}/{thread}/schedstat", os.O_RDONLY)
                told = os.read(opened, 100)
                os.close(opened)
                yield thread, int(told.split()[1])


def _longest(before: dict[str, int], now: dict[str, int]) -> int:
    return max((waited - before.get(thread, 0) for thread, waited in now.items()), default=0)
