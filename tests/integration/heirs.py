"""Tells which processes a graded class left behind, whoever their parent has become."""

import ctypes
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_CHILD_SUBREAPER = 36


@dataclass(frozen=True)
class Heirs:
    """The processes below this one, but for those that had been there before."""

    before: frozenset[int]

    def pids(self) -> list[int]:
        """Find those that still run."""
        return [pid for pid in _descendants() if pid not in self.before]

    def living(self) -> list[str]:
        """Name those that still run by their commands."""
        return [_command_of(pid) for pid in self.pids()]

    def lasting(self, seconds: float = 10.0) -> list[str]:
        """Name those that outlive the time which the kernel needs to end them."""
        end = time.monotonic() + seconds
        while (living := self.living()) and time.monotonic() < end:
            time.sleep(0.05)
        return living


@contextmanager
def adopted_orphans() -> Iterator[Heirs]:
    """Become the parent of every process below whose own parent ends."""
    libc = ctypes.CDLL(None)
    libc.prctl(_CHILD_SUBREAPER, 1)
    heirs = Heirs(frozenset(_descendants()))
    children = {pid for pid, parent, _ in _processes() if parent == os.getpid()}
    try:
        yield heirs
    finally:
        for pid in heirs.pids():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        libc.prctl(_CHILD_SUBREAPER, 0)
        _bury(children)


def _bury(older: set[int]) -> None:
    """Wait for what was adopted: one that is dead and not waited for counts for its user."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        left = {pid for pid, parent, _ in _processes() if parent == os.getpid()} - older
        for pid in left:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        if not left:
            return
        time.sleep(0.02)


def _descendants() -> list[int]:
    parents = {pid: parent for pid, parent, state in _processes() if state != "Z"}
    found = []
    for pid, parent in parents.items():
        above = parent
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid():
            found.append(pid)
    return found


def _processes() -> Iterator[tuple[int, int, str]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                stat = (folder / "stat").read_text(encoding="utf-8", errors="replace")
                state, parent = stat.rpartition(")")[2].split()[:2]
                yield int(folder.name), int(parent), state


def _command_of(pid: int) -> str:
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        return b" ".join(words).decode(errors="replace")[:200]
    return str(pid)
