"""Keeps a folder level at both ends: regular files and folders only, bounded, no links followed.

Each end has the folder, or both see the same one: a change that is there already changes nothing.
"""

import contextlib
import os
import stat
from operator import attrgetter
from typing import Any

from .facts import FileChange

_MOST_BYTES = 4 * 1024 * 1024  # of one message
MOST_FILES = 10_000  # that are looked at
_DEEPEST = 50  # folders within folders
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# audit events after which a folder may differ, beside open() for writing
_CHANGING = "os.remove os.rename os.mkdir os.rmdir os.truncate os.link sqlite3.connect".split()


def may_change_files(event: str, args: tuple[Any, ...]) -> bool:
    """Whether an audit event announces that files may change."""
    return bool(args[2] & _WRITES) if event == "open" else event in _CHANGING


class Mirror:
    """One folder of this end; the other end has one to match."""

    def __init__(self, root: str) -> None:
        self.root = os.path.realpath(root)
        self.known = self._scan()

    def changed(self) -> list[str]:
        """Scan the folder anew, and list the paths that differ from the scan before."""
        before, self.known = self.known, self._scan()
        changed = [path for path, state in self.known.items() if before.get(path) != state]
        return changed + sorted(before.keys() - self.known.keys(), reverse=True)

    def read(self, paths: list[str]) -> list[FileChange]:
        """Give paths with what is there now, as far as one message holds it."""
        found: list[FileChange] = []
        left = _MOST_BYTES
        for path in paths:
            state = self.known.get(path)
            content = _content(os.path.join(self.root, path)) if state else b""
            if state is None:
                found.append(FileChange(path, "gone"))
            elif content is not None and len(content) <= left:  # a link has none
                left -= len(content)
                found.append(FileChange(path, "file" if state else "dir", content))
        return found

    def apply(self, changes: list[FileChange]) -> None:
        """Make the changes of the other end here, but none outside of the folder or by a link."""
        for change in changes:
            full = os.path.join(self.root, change.path)
            folder = os.path.dirname(full)
            if not _is_name(change.path) or os.path.realpath(folder) != folder:
                continue
            with contextlib.suppress(OSError):
                if change.kind == "dir":
                    os.makedirs(full, exist_ok=True)
                elif change.kind == "gone":
                    (os.rmdir if self.known.get(change.path) == () else os.unlink)(full)
                elif _content(full) != change.content:
                    os.makedirs(folder, exist_ok=True)
                    with open(full, "wb", opener=_open_itself) as file:
                        file.write(change.content)
        self.known = self._scan()

    def _scan(self) -> dict[str, tuple[int, ...]]:
        """Say of each path what tells one state of a file from another; of a folder nothing."""
        found: dict[str, tuple[int, ...]] = {}
        folders = [""]
        for folder in folders:  # which grows by what is met
            try:
                with os.scandir(os.path.join(self.root, folder)) as listed:
                    entries = sorted(listed, key=attrgetter("name"))
            except OSError:
                continue
            for entry in entries:
                path = folder + entry.name
                with contextlib.suppress(OSError):
                    info = entry.stat(follow_symlinks=False)
                    if stat.S_ISDIR(info.st_mode):
                        found[path] = ()
                        folders.append(path + os.sep)
                    elif stat.S_ISREG(info.st_mode) or stat.S_ISLNK(info.st_mode):
                        found[path] = (info.st_mtime_ns, info.st_size, info.st_ino)
                if len(found) >= MOST_FILES:
                    return found
        return found


def open_up(path: str) -> None:
    """Let every user read and write a file or a folder: pytest makes them for its own alone."""
    with contextlib.suppress(OSError):  # it is gone, or another user's
        mode = os.lstat(path).st_mode
        if not stat.S_ISLNK(mode):
            os.chmod(path, stat.S_IMODE(mode) | (0o777 if stat.S_ISDIR(mode) else 0o666))


def _content(full: str) -> bytes | None:
    try:
        with open(full, "rb", opener=_open_itself) as file:
            return file.read(_MOST_BYTES + 1)  # so that no file seems to end there
    except OSError:
        return None


def _open_itself(path: str, flags: int) -> int:
    """Open a file, and neither what a link leads to nor a pipe that nobody writes to."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)


def _is_name(path: str) -> bool:
    """Whether a path is the only name of a file, and leads neither out of the folder nor to it."""
    below = f"folder/{path}"
    is_deep = path.count(os.sep) > _DEEPEST
    return not is_deep and "\0" not in path and os.path.normpath(below) == below
