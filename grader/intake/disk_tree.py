"""Reads handed-in files from disk: regular files only, and no link below the path that was typed.

Each folder on the way is opened by its descriptor, so that nobody can put a link there meanwhile.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from .file_tree import FILE, FOLDER, Node, missing, too_large

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


def disk_node(root: Path, *parts: str) -> Node:
    """Return what lies below a folder that whoever typed the command has named."""
    path = root.joinpath(*parts)
    try:
        kind = kind_of(path.lstat().st_mode if parts else path.stat().st_mode)
    except FileNotFoundError:
        kind = "nothing"
    except OSError:
        kind = _UNREADABLE

    def children() -> Sequence[Node]:
        with _opened(root, parts, os.O_DIRECTORY) as descriptor:
            names = sorted(os.listdir(descriptor))  # noqa: PTH208 - of a descriptor, not a path
        return [disk_node(root, *parts, name) for name in names]

    def read(limit: int, called: str) -> bytes | str:
        try:
            with _opened(root, parts) as descriptor, os.fdopen(os.dup(descriptor), "rb") as file:
                size = os.fstat(descriptor).st_size
                if size > limit:  # then no byte of it
                    return too_large(called, size, limit)
                data = file.read(limit + 1)
        except FileNotFoundError:
            return missing(called)
        except OSError as error:
            return f"{called} cannot be read: {error.strerror or error}."
        return data if len(data) <= limit else too_large(called, len(data), limit)

    can_be_read = kind in (FILE, "nothing")  # what is not there is said when it is asked for
    name = parts[-1] if parts else root.resolve().name
    place = root.resolve().joinpath(*parts)
    return Node(name, kind, children, read if can_be_read else None, place)


@contextmanager
def _opened(root: Path, parts: Sequence[str], flags: int = 0) -> Iterator[int]:
    """Open a folder, or a regular file; raises OSError for everything else."""
    always = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
    here = os.open(root, always | (os.O_DIRECTORY if parts else flags))
    try:
        for number, part in enumerate(parts, 1):
            kind = flags if number == len(parts) else os.O_DIRECTORY
            below = os.open(part, always | os.O_NOFOLLOW | kind, dir_fd=here)
            os.close(here)
            here = below
        if not flags and not stat.S_ISREG(os.fstat(here).st_mode):
            raise OSError("not a regular file")
        yield here
    finally:
        os.close(here)
