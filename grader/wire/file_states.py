"""Sees whether files are what they were."""

import os
import stat
import time
from io import FileIO
from typing import NamedTuple

_TICK = 50_000_000  # nanoseconds, above what any kernel's clock of files takes
_OPENED = 32  # the latest of them: a test or a submission keeps no more open


def mark_of(full: str) -> tuple[int, ...] | None:
    """Give what changes when a regular file does, () for a folder, None for all else."""
    try:
        info = os.lstat(full)
    except OSError:
        return None
    if stat.S_ISREG(info.st_mode):
        return (info.st_mtime_ns, info.st_size, info.st_ino)
    return () if stat.S_ISDIR(info.st_mode) else None


class Look(NamedTuple):
    """What a file was found to be; with its content, where its time is too young to tell."""

    mark: tuple[int, ...] | None
    digest: int | None

    def still_holds(self, full: str) -> bool:
        """Whether nothing was changed; a clock that ticks slowly hides what was changed at once."""
        return mark_of(full) == self.mark and (not self.digest or _digest_of(full) == self.digest)


def look_at(full: str) -> Look:
    """See what a file is now."""
    mark = mark_of(full)
    is_young = mark is not None and mark != () and mark[0] > time.time_ns() - _TICK
    return Look(mark, _digest_of(full) if is_young else None)


def content_of(full: str) -> bytes | None:
    """Read a regular file; None where there is none."""
    if not mark_of(full):
        return None
    try:
        with FileIO(full) as file:  # a test may have patched `open`
            return file.readall()
    except OSError:
        return None


def _digest_of(full: str) -> int | None:
    content = content_of(full)
    # hashlib would load OpenSSL into every jail
    return None if content is None else hash(content)


class Opened:
    """Files that this side has opened for writing: what is written to one later, nobody tells."""

    def __init__(self) -> None:
        self._looks: dict[str, Look] = {}

    def note(self, full: str) -> None:
        """Remember a file."""
        self._looks.pop(full, None)
        self._looks[full] = Look((), None)
        if len(self._looks) > _OPENED:
            del self._looks[next(iter(self._looks))]

    def have_changed(self) -> bool:
        """Whether one of them is not what it was the last time."""
        changed = [full for full, look in self._looks.items() if not look.still_holds(full)]
        self._looks |= {full: look_at(full) for full in changed}
        return bool(changed)
