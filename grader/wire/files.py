"""Keeps one folder level on both sides: regular files and folders only, bounded."""

import os
import stat
from typing import Any

_FILE_CAP = 4 * 1024 * 1024
_COUNT_CAP = 500


class Mirror:
    """A folder that both sides have; each tells the other what changed in its own."""

    def __init__(self, root: str, caps: tuple[int, int] = (_FILE_CAP, _COUNT_CAP)) -> None:
        self._root = root
        self._bytes_cap = caps[0] or _FILE_CAP
        self._count_cap = caps[1] or _COUNT_CAP
        self._seen: dict[str, tuple[int, ...]] = {}
        os.makedirs(root, exist_ok=True)
        self._seen = self._scan()

    def forget(self) -> None:
        """Count everything in the folder as new."""
        self._seen = {}

    def changes(self) -> list[list[Any]]:
        """List [path, kind, content] of what changed since the last look; kind: file, dir, gone."""
        now = self._scan()
        changed: list[list[Any]] = []
        for path, mark in now.items():
            if self._seen.get(path) != mark:
                changed.append(self._read(path, mark))
        changed.extend([path, "gone", b""] for path in self._seen if path not in now)
        self._seen = now
        return changed

    def apply(self, changed: list[list[Any]]) -> None:
        """Take over the other side's changes; what lies outside the folder is refused."""
        spent = 0
        for path, kind, content in changed[: self._count_cap]:
            if not _is_inside(path):
                continue
            spent += len(content)
            if spent <= self._bytes_cap:
                self._write(os.path.join(self._root, path), kind, content)
        self._seen = self._scan()

    def _scan(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = {}
        for folder, folders, files in os.walk(self._root):
            for name in [*folders, *files]:
                full = os.path.join(folder, name)
                try:
                    info = os.lstat(full)
                except OSError:
                    continue
                if stat.S_ISREG(info.st_mode):
                    mark: tuple[int, ...] = (info.st_mtime_ns, info.st_size, info.st_ino)
                elif stat.S_ISDIR(info.st_mode):
                    mark = ()
                else:
                    continue
                found[os.path.relpath(full, self._root)] = mark
                if len(found) > self._count_cap:
                    return found
        return found

    def _read(self, path: str, mark: tuple[int, ...]) -> list[Any]:
        if not mark:
            return [path, "dir", b""]
        try:
            descriptor = os.open(os.path.join(self._root, path), os.O_RDONLY | os.O_NOFOLLOW)
        except OSError:
            return [path, "gone", b""]
        with os.fdopen(descriptor, "rb") as file:
            return [path, "file", file.read(self._bytes_cap)]

    def _write(self, full: str, kind: str, content: bytes) -> None:
        try:
            if kind == "dir":
                os.makedirs(full, exist_ok=True)
            elif kind == "file":
                os.makedirs(os.path.dirname(full), exist_ok=True)
                flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
                with os.fdopen(os.open(full, flags, 0o666), "wb") as file:
                    file.write(content)
            elif os.path.isdir(full):
                os.rmdir(full)
            else:
                os.unlink(full)
        except OSError:
            return


def _is_inside(path: Any) -> bool:
    return (
        type(path) is str
        and path != ""
        and "\0" not in path
        and not os.path.isabs(path)
        and ".." not in path.split("/")
    )
