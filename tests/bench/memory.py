"""Peak memory of all processes below this one, sampled from /proc."""

import os
import threading
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

_EVERY_SECONDS = 0.01
_PROC = Path("/proc")


@dataclass
class Peak:
    """The largest sums seen, in bytes; zero where /proc does not tell."""

    resident: int = 0  # a page that two processes share counts twice
    proportional: int = 0  # counts once, in shares
    is_whole: bool = True  # False: some process kept its shares to itself


class MemoryWatch:
    """Samples while it is entered; this process itself is not counted."""

    def __init__(self) -> None:
        self.peak = Peak()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._sample_on)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_over.set()
        self._thread.join()

    def _sample_on(self) -> None:
        while not self._is_over.wait(_EVERY_SECONDS):
            pids = below(os.getpid())
            peak = self.peak
            peak.resident = max(peak.resident, sum(map(_resident, pids)))
            shares = [_proportional(pid) for pid in pids]
            peak.is_whole = peak.is_whole and None not in shares
            peak.proportional = max(peak.proportional, sum(filter(None, shares)))


def below(root: int) -> list[int]:
    """List every process that descends from one, as this machine counts them."""
    children = defaultdict(list)
    for entry in _PROC.glob("[0-9]*"):
        try:
            stat = (entry / "stat").read_text()
        except OSError:
            continue
        children[int(stat.rpartition(")")[2].split()[1])].append(int(entry.name))
    found, waiting = [], [root]
    while waiting:
        waiting += children[pid] if (pid := waiting.pop()) in children else []
        found.append(pid)
    return found[1:]


def _resident(pid: int) -> int:
    try:
        pages = int((_PROC / str(pid) / "statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _proportional(pid: int) -> int | None:
    try:
        text = (_PROC / str(pid) / "smaps_rollup").read_text()
    except PermissionError:
        return None
    except OSError:  # it has ended
        return 0
    lines = [line for line in text.splitlines() if line.startswith("Pss:")]
    return int(lines[0].split()[1]) * 1024 if lines else 0
