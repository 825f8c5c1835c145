"""Keeps folders level on both sides: regular files and folders only, bounded."""

import os
import stat
from typing import Any

from .file_states import Look, look_at

BYTES_CAP = 4 * 1024 * 1024  # of one message
COUNT_CAP = 500
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# audit events after which a folder may differ, beside open() for writing
CHANGING = frozenset(
    "os.remove os.rename os.mkdir os.rmdir os.truncate shutil.copyfile shutil.move "
    "shutil.rmtree shutil.copytree shutil.unpack_archive shutil.make_archive "
    "tempfile.mkdtemp tempfile.mkstemp sqlite3.connect".split()
)

_OF_A_DATABASE = ("-journal", "-wal", "-shm")  # what SQLite keeps beside its file

Row = list[Any]  # [path below the folder, "file" or "dir" or "gone", content]


def may_change_files(event: str, args: tuple[Any, ...]) -> bool:
    """Whether an audit event announces that files may change."""
    if event == "open":
        return len(args) > 2 and isinstance(args[2], int) and bool(args[2] & _WRITES)
    return event in CHANGING


class Mirror:
    """One folder of this side; the other side has one to match."""

    def __init__(self, root: str) -> None:
        self.root = root
        os.makedirs(root, exist_ok=True)
        self._seen = self._scan()

    def changes(self) -> list[Row]:
        """List what changed since the last look."""
        before, self._seen = self._seen, self._scan()
        changed = [
            self._read(path, look.mark)
            for path, look in self._seen.items()
            if path not in before or not before[path].still_holds(self._full(path))
        ]
        changed.extend([path, "gone", b""] for path in before if path not in self._seen)
        return _bounded(changed)

    def apply(self, changed: Any) -> None:
        """Take over the other side's changes; what is no such change is left out."""
        if not isinstance(changed, list):
            return
        for row in _bounded([row for row in changed if _is_row(row)]):
            self.take(*row)
        self._seen = self._scan()

    def take(self, path: str, kind: str, content: bytes) -> None:
        """Take over one change, where the folder lets it be made."""
        full = self._full(path)
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

    def _full(self, path: str) -> str:
        return os.path.join(self.root, path)

    def _scan(self) -> dict[str, Look]:
        found: dict[str, Look] = {}
        for folder, folders, files in os.walk(self.root):
            for name in [*folders, *(n for n in files if not _is_of_a_database(n, files))]:
                full = os.path.join(folder, name)
                look = look_at(full)
                if look.mark is not None:
                    found[os.path.relpath(full, self.root)] = look
                if len(found) > COUNT_CAP:
                    return found
        return found

    def _read(self, path: str, mark: tuple[int, ...] | None) -> Row:
        if not mark:
            return [path, "dir", b""]
        try:
            descriptor = os.open(self._full(path), os.O_RDONLY | os.O_NOFOLLOW)
        except OSError:
            return [path, "gone", b""]
        with os.fdopen(descriptor, "rb") as file:
            return [path, "file", file.read(BYTES_CAP)]


def _is_of_a_database(name: str, beside: list[str]) -> bool:
    # it belongs to the one connection that made it, and misleads another
    return any(name.removesuffix(end) in beside for end in _OF_A_DATABASE if name.endswith(end))


def open_up(root: str) -> None:
    """Let every user read and write what is ours below a folder.

    pytest makes folders for its own user only; what the jail's user made is open to it already.
    """
    for folder, _, files in os.walk(root):
        for full in (folder, *(os.path.join(folder, name) for name in files)):
            info = os.lstat(full)
            if info.st_uid == os.geteuid() and not stat.S_ISLNK(info.st_mode):
                more = 0o777 if stat.S_ISDIR(info.st_mode) else 0o666
                os.chmod(full, stat.S_IMODE(info.st_mode) | more)


def _bounded(rows: list[Row]) -> list[Row]:
    kept: list[Row] = []
    spent = 0
    # a folder that is gone is empty first
    for row in sorted(rows, key=lambda row: (row[1] == "gone", -len(row[0]) * (row[1] == "gone"))):
        spent += len(row[2])
        if spent <= BYTES_CAP and len(kept) < COUNT_CAP:
            kept.append(row)
    return kept


def _is_row(row: Any) -> bool:
    return (
        isinstance(row, list)
        and len(row) == 3
        and row[1] in ("file", "dir", "gone")
        and type(row[2]) is bytes
        and _is_inside(row[0])
    )


def _is_inside(path: Any) -> bool:
    # one name for each file, which leads neither out of the folder nor to itself
    is_name = type(path) is str and "\0" not in path and os.path.normpath(path) == path
    return is_name and path.split("/")[0] not in ("", ".", "..")
