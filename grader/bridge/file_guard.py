"""Keeps the files of the test and of the course from a submission that would rewrite them.

A test may read a file after a call: what the student's function wrote, or what it was to read. A
submission makes files, and changes those that it made. A file that is not of its making changes
where the reference's run of the case changed it too. Elsewhere it is spoiled: the case ends when
the test reads it, since it holds no longer, over there, what the test or the course wrote.

Under a name that begins with a dot libraries keep what is their own beside the work: what they
read back is not the submission's to write, and what they note of the hidden files not its to read.
In the temporary folder, and in pytest's, they look for it under names that are known, so only the
test begins files and folders there.
"""

import os
import re
from typing import Any

from grader.wire.file_states import Look, content_of, look_at, mark_of
from grader.wire.files import Mirror, Row

from .contract import Deed, Learned

_WORK = "work"  # where a submission's files lie, and a library keeps its own
TEMPORARY = "cases"  # what `tempfile` names to hidden cases; their own folders lie in it
RUN = "run"  # where pytest begins a folder for each case
_DRAWN = re.compile(r"tmp[a-z0-9_]{8}|\d+")  # what tempfile and pytest put into a name


def general_name(path: str) -> str:
    """Name a file as it is called in each run."""
    return _DRAWN.sub("#", path)


def _beginning(path: str) -> str:
    """Name what of a path lies directly in the temporary folder, or in pytest's within it."""
    first, *more = path.split(os.sep)
    return os.path.join(first, more[0]) if first == RUN and more else first


def _is_admitted(link: Any, folder: str, path: str) -> bool:
    """Whether the reference changes a file in this case, as it is called in each run."""
    learned: Learned = link.learned
    return learned.admits(Deed.CHANGES, f"{folder}/{general_name(path)}")


class Spoiled(dict[str, bool]):
    """What the submission changed of the test's and the course's files: whether each is gone."""

    def has(self, path: str) -> bool:
        """Whether a file, or what a folder lists, is not what a test takes it for."""
        gone = (known for known, is_gone in self.items() if is_gone)
        return path in self or any(os.path.dirname(known) == path for known in gone)


class KeptFolder(Mirror):
    """Our end of a folder that is copied: takes over what the submission may change."""

    def __init__(self, name: str, root: str, link: Any) -> None:
        super().__init__(root)
        self._name = name
        self._link = link
        self._real = os.path.realpath(root)
        self._made: set[str] = set()  # by the submission
        self.spoiled = Spoiled()

    def is_spoiled(self, full: str) -> bool:
        """Whether a file or folder is not what a test takes it for."""
        return self.spoiled.has(full)

    def changes(self) -> list[Row]:
        rows = [row for row in super().changes() if not self._is_set_apart(row[0])]
        for path, *_ in rows:
            self.touch(self._full(path))
        return rows

    def take(self, path: str, kind: str, content: bytes) -> None:
        full = self._full(path)
        parent = os.path.dirname(full)
        is_elsewhere = os.path.realpath(parent) != parent  # behind a link that the test made
        if is_elsewhere or self._is_staged_module(path):
            return
        is_admitted = _is_admitted(self._link, self._name, path)
        if not is_admitted and (self._is_set_apart(path) or self._is_begun_by_nobody(path)):
            return
        if not os.path.lexists(full) and not self.spoiled.get(full):
            self._made.add(full)
        elif is_admitted:
            self.spoiled.pop(full, None)
        elif full not in self._made and not self._spoil(full, kind, content):
            return
        super().take(path, kind, content)

    def _is_staged_module(self, path: str) -> bool:
        # its text is what was handed in
        return self._name == _WORK and path.endswith(".py") and path in self._link.sources

    def _spoil(self, full: str, kind: str, content: bytes) -> bool:
        """Note a change to what is not the submission's; whether it is made here all the same."""
        if kind == "gone":  # a test may look whether the file is still there
            self.spoiled[full] = True
            return True
        if kind == "file" and content_of(full) != content:
            self.spoiled.setdefault(full, False)
        return False

    def touch(self, full: str) -> None:
        """Note that the test changes a file."""
        self._made.discard(full)
        self.spoiled.pop(full, None)

    def _is_set_apart(self, path: str) -> bool:
        is_dotted = any(part.startswith(".") for part in path.split(os.sep))
        return self._name == _WORK and is_dotted

    def _is_begun_by_nobody(self, path: str) -> bool:
        return self._name == TEMPORARY and not os.path.lexists(self._full(_beginning(path)))

    def _full(self, path: str) -> str:
        return os.path.join(self._real, path)


class SharedFolder:
    """A folder that both sides see: what the test wrote is looked at after each answer."""

    def __init__(self, name: str, root: str, link: Any) -> None:
        self.root = root
        self.name = name
        self._link = link
        self._real = os.path.realpath(root)
        self._written: dict[str, Look | None] = {}  # by the test
        self._begun = set(os.listdir(root))  # by the test, directly in the folder
        self.spoiled = Spoiled()

    def is_spoiled(self, full: str) -> bool:
        """Whether a file or folder is not what a test takes it for, or the submission began it."""
        path = full.removeprefix(self._real + os.sep)
        begun = _beginning(path)
        is_theirs = path != full and begun not in self._begun and os.path.lexists(full)
        if is_theirs and not _is_admitted(self._link, self.name, begun):
            return True
        return self.spoiled.has(full)

    def holds_files(self) -> bool:
        """Whether the test wrote a file, which is seen over there without being told."""
        return bool(self._written)

    def settle(self) -> None:
        """Remember what the test's files hold, before the submission goes on."""
        for full, known in self._written.items():
            if known is None or not known.still_holds(full):
                self._written[full] = look_at(full)

    def look(self) -> None:
        """See what the submission changed of what the test wrote."""
        for full, known in list(self._written.items()):
            if known is None or known.still_holds(full):
                continue
            if _is_admitted(self._link, self.name, os.path.relpath(full, self._real)):
                del self._written[full]
            else:
                self.spoiled[full] = mark_of(full) is None or self.spoiled.get(full, False)

    def touch(self, full: str) -> None:
        """Note that the test changes a file, or a folder with all that it holds."""
        if full.startswith(self._real + os.sep):
            below = [path for path in self._written if path.startswith(full + os.sep)]
            for path in below:
                del self._written[path]
            self._begun.add(_beginning(os.path.relpath(full, self._real)))
            self._written[full] = None
            self.spoiled.pop(full, None)
