"""Waits for a lock for a bounded time, and says who holds it."""

import math
import os
import time
from collections.abc import Callable
from pathlib import Path

from .folders import user_named

SOMEBODY = "another process"
_TABLE = Path("/proc/locks")
_AGAIN_SECONDS = 0.1


def wait_until(take: Callable[[], bool], seconds: float) -> bool:
    """Try to take a lock again and again; False where it was held all the time."""
    until = time.monotonic() + seconds
    while not take():
        if time.monotonic() > until:
            return False
        time.sleep(_AGAIN_SECONDS)
    return True


def holder_of(*paths: Path, byte: int | None = None) -> str:
    """Name who has locked one of these files to write, or that byte, as far as it is known."""
    places = set(map(_place, paths))
    try:
        table = _TABLE.read_text(encoding="ascii")
    except OSError:  # not every system tells
        return SOMEBODY
    for words in map(str.split, table.splitlines()):
        # `1: POSIX ADVISORY WRITE 4711 08:01:1234 0 EOF`; those that wait have an arrow more
        if len(words) != 8 or words[3] != "WRITE" or words[5] not in places:
            continue
        end = math.inf if words[7] == "EOF" else int(words[7])
        if byte is None or int(words[6]) <= byte <= end:
            return _named(int(words[4]))
    return SOMEBODY


def _place(path: Path) -> str:
    """Word a file as the table does; empty for one that is not there."""
    try:
        found = path.stat()
    except OSError:
        return ""
    return f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"


def _named(pid: int) -> str:
    try:
        return f"process {pid} of {user_named(Path(f'/proc/{pid}').stat().st_uid)}"
    except OSError:  # it has ended, or is in a container of its own
        return SOMEBODY
