"""Reads handed-in files from disk: regular files only, and no link below the path that was typed.

Each folder on the way is opened by its descriptor, so that nobody can put a link there meanwhile.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from .file_tree import FILE, FOLDER, missing, not_regular, too_large

_KINDS = {
    stat.S_IFREG: FILE,
    stat.S_IFDIR: FOLDER,
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_UNREADABLE = "something that cannot be read"


def kind_of(mode: int) -> str:
    """Name what a mode stands for."""
    return _KINDS.get(stat.S_IFMT(mode), _UNREADABLE)


class DiskNode:
    """Something below a folder that whoever typed the command has named."""

    def __init__(self, root: Path, parts: tuple[str, ...] = ()) -> None:
        self._root = root
        self._parts = parts

    @property
    def name(self) -> str:
        """Its own name."""
        return self._parts[-1] if self._parts else self._root.resolve().name

    @cached_property
    def kind(self) -> str:
        """What it is, without following a link."""
        try:
            return kind_of(self._root.joinpath(*self._parts).lstat().st_mode if self._parts
                           else self._root.stat().st_mode)  # fmt: skip
        except FileNotFoundError:
            return "nothing"
        except OSError:
            return _UNREADABLE

    def children(self) -> Sequence["DiskNode"]:
        """List the folder, by name; raises OSError."""
        with self._opened(os.O_DIRECTORY) as descriptor:
            names = sorted(os.listdir(descriptor))  # noqa: PTH208 - of a descriptor, not a path
        return [DiskNode(self._root, (*self._parts, name)) for name in names]

    def place(self) -> Path:
        """Say where it is; a link leads nowhere else."""
        return self._root.resolve().joinpath(*self._parts)

    def read(self, limit: int, called: str) -> bytes | str:
        """Read the file whole, unless it is too large: then no byte of it."""
        try:
            with self.opened_file() as file:
                size = os.fstat(file.fileno()).st_size
                if size > limit:
                    return too_large(called, size, limit)
                data = file.read(limit + 1)
        except FileNotFoundError:
            return missing(called)
        except OSError as error:
            if self.kind != FILE:
                return not_regular(called, self.kind)
            return f"{called} cannot be read: {error.strerror or error}."
        return data if len(data) <= limit else too_large(called, len(data), limit)

    @contextmanager
    def opened_file(self) -> Iterator[BinaryIO]:
        """Open a regular file; raises OSError for everything else."""
        with self._opened(0) as descriptor:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError("not a regular file")
            with os.fdopen(os.dup(descriptor), "rb") as file:
                yield file

    @contextmanager
    def _opened(self, flags: int) -> Iterator[int]:
        always = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
        here = os.open(self._root, always | (os.O_DIRECTORY if self._parts else flags))
        try:
            for number, part in enumerate(self._parts, 1):
                last = number == len(self._parts)
                kind = flags if last else os.O_DIRECTORY
                below = os.open(part, always | os.O_NOFOLLOW | kind, dir_fd=here)
                os.close(here)
                here = below
            yield here
        finally:
            os.close(here)
