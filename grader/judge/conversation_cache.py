"""Keeps what is known of a lesson in a file of the cache, sealed, from one command to the next.

Several graders may write at once: each writes a whole file with what it found there and what it
knows itself, so that at worst what one of them has learned is learned again.
"""

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from grader.ground.folders import write_whole
from grader.ground.seal import Seal
from grader.model.course import MIB
from grader.model.decoding import UNDECODABLE

from .conversations import Contradiction, Conversations, Row
from .opening import Openings

SUFFIX = ".known"
_NOTHING = Openings()
_MOST_BYTES = 128 * MIB  # of all lessons and their versions


class _File(msgspec.Struct, frozen=True):
    name: str  # whose it is: a copy under another name is worth nothing
    rows: list[Row]
    openings: Openings = Openings()
    is_off: bool = False  # the same answers led elsewhere once: nothing is known any more


class KeptConversations:
    """What is known of one lesson, on disk and here."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seal: Seal | None = None
        with contextlib.suppress(OSError):  # where nothing can be kept, nothing is known
            self._seal = Seal.kept_in(path.parent)
        found = self._read()
        self.is_off = found.is_off
        self.openings = Openings() if found.is_off else found.openings
        self._known = Conversations(found.rows)
        self._has_news = False

    def rows(self) -> list[Row]:
        """List all that is known, what was not used for the longest first."""
        return [] if self.is_off else self._known.rows()

    def take(
        self,
        grown: Iterable[Row],
        used: Iterable[bytes],
        contradicts: bool,
        openings: Openings = _NOTHING,
    ) -> None:
        """Note what a run knows more, what it used, and how its conversations began."""
        contradicts = contradicts or not self.openings.agrees(openings)
        known, self.openings = self.openings, self.openings.with_those_of(openings)
        self._has_news |= self.openings != known
        self._known.use(used)
        try:
            self._has_news = self._known.add(grown) or self._has_news
        except Contradiction:
            contradicts = True
        self._has_news |= contradicts
        self.is_off |= contradicts

    def save(self) -> None:
        """Write what is known, with what others have written meanwhile; use alone is no news."""
        if not self._has_news or self._seal is None:
            return
        theirs = self._read()
        merged = Conversations(theirs.rows)
        try:
            merged.add(self._known.rows())
        except Contradiction:
            self.is_off = True
        self.is_off |= theirs.is_off or not self.openings.agrees(theirs.openings)
        rows = [] if self.is_off else merged.rows()
        openings = self.openings.with_those_of(theirs.openings)
        whole = _File(self._path.name, rows, openings, self.is_off)
        data = msgspec.msgpack.encode(whole)
        with contextlib.suppress(OSError):  # a full disk costs time later, and nothing now
            write_whole(self._path, self._seal.mark(data).encode() + b"\n" + data)
            _forget_oldest(self._path.parent)
        self._has_news = False

    def _read(self) -> _File:
        nothing = _File(self._path.name, [])
        try:
            mark, _, data = self._path.read_bytes().partition(b"\n")
            if self._seal is None or not self._seal.is_on(data, mark.decode("ascii", "replace")):
                return nothing
            found = msgspec.msgpack.decode(data, type=_File)
        except (OSError, *UNDECODABLE):
            return nothing
        return found if found.name == self._path.name else nothing


def _forget_oldest(folder: Path) -> None:
    """Remove the files that were not written for the longest, above what all may take."""
    found = []
    for entry in os.scandir(folder):
        if entry.name.endswith(SUFFIX):
            info = entry.stat(follow_symlinks=False)
            found.append((info.st_mtime, info.st_size, entry.path))
    left = sum(size for _, size, _ in found)
    for _, size, path in sorted(found):
        if left <= _MOST_BYTES:
            return
        Path(path).unlink(missing_ok=True)
        left -= size
