"""Keeps a folder level at both ends: regular files and folders only, bounded, no links followed."""

import os
import stat
from typing import Any

BYTES_CAP = 4 * 1024 * 1024  # of one message
COUNT_CAP = 500
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# audit events after which a folder may differ, beside open() for writing
_CHANGING = frozenset(
    "os.remove os.rename os.mkdir os.rmdir os.truncate shutil.copyfile shutil.move "
    "shutil.rmtree shutil.copytree shutil.unpack_archive shutil.make_archive "
    "tempfile.mkdtemp tempfile.mkstemp sqlite3.connect".split()
)
Row = list[Any]  # path below the folder, "file" or "dir" or "gone", content
Look = tuple[int, ...]  # what tells one state of a file from another; empty for a folder


def may_change_files(event: str, args: tuple[Any, ...]) -> bool:
    """Whether an audit event announces that files may change."""
    if event == "open":
        return len(args) > 2 and isinstance(args[2], int) and bool(args[2] & _WRITES)
    return event in _CHANGING


class Mirror:
    """One folder of this end; the other end has one to match."""

    def __init__(self, root: str) -> None:
        self.root = os.path.realpath(root)
        self.known = self._scan()

    def changes(self) -> list[Row]:
        """List what changed since the last look."""
        before, self.known = self.known, self._scan()
        rows: list[Row] = []
        for path, look in self.known.items():
            if path not in before or before[path] != look:
                rows.append(self._read(path) if look else [path, "dir", b""])
        gone = sorted((path for path in before if path not in self.known), reverse=True)
        rows.extend([path, "gone", b""] for path in gone)
        return _bounded(rows)

    def apply(self, rows: Any) -> None:
        """Take over the other end's changes; what is no such change is left out."""
        if type(rows) is not list:
            return
        for row in _bounded([row for row in rows if _is_row(row)]):
            if self.is_admitted(*row):
                self._take(*row)
        self.known = self._scan()

    def is_admitted(self, path: str, kind: str, content: bytes) -> bool:
        """Whether a change is taken over."""
        return True

    def _take(self, path: str, kind: str, content: bytes) -> None:
        full = os.path.join(self.root, path)
        if os.path.realpath(os.path.dirname(full)) != os.path.dirname(full):
            return  # behind a link
        try:
            if kind == "dir":
                os.makedirs(full, exist_ok=True)
            elif kind == "file":
                os.makedirs(os.path.dirname(full), exist_ok=True)
                flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
                with os.fdopen(os.open(full, flags, 0o666), "wb") as file:
                    file.write(content)
            elif os.path.isdir(full) and not os.path.islink(full):
                os.rmdir(full)
            else:
                os.unlink(full)
        except OSError:
            return

    def _scan(self) -> dict[str, Look]:
        found: dict[str, Look] = {}
        for folder, folders, files in os.walk(self.root):
            for name in sorted((*folders, *files)):
                full = os.path.join(folder, name)
                try:
                    info = os.lstat(full)
                except OSError:
                    continue
                if stat.S_ISDIR(info.st_mode):
                    found[os.path.relpath(full, self.root)] = ()
                elif stat.S_ISREG(info.st_mode):
                    look = (info.st_mtime_ns, info.st_size, info.st_ino)
                    found[os.path.relpath(full, self.root)] = look
                if len(found) > COUNT_CAP:
                    return found
        return found

    def _read(self, path: str) -> Row:
        try:
            descriptor = os.open(os.path.join(self.root, path), os.O_RDONLY | os.O_NOFOLLOW)
        except OSError:
            return [path, "gone", b""]
        with os.fdopen(descriptor, "rb") as file:
            return [path, "file", file.read(BYTES_CAP)]


def _bounded(rows: list[Row]) -> list[Row]:
    kept: list[Row] = []
    spent = 0
    for row in rows:
        spent += len(row[2])
        if spent <= BYTES_CAP and len(kept) < COUNT_CAP:
            kept.append(row)
    return kept


def _is_row(row: Any) -> bool:
    if not (type(row) is list and len(row) == 3 and row[1] in ("file", "dir", "gone")):
        return False
    path = row[0]
    # one name for each file, which leads neither out of the folder nor to itself
    is_name = type(path) is str and "\0" not in path and os.path.normpath(path) == path
    return is_name and path.split("/")[0] not in ("", ".", "..") and type(row[2]) is bytes
