"""What handed-in files look like, whether they lie on disk or in an archive.

On disk only regular files are read, and no link below the path that was typed: each folder on the
way is opened by its descriptor, so that nobody can put a link there meanwhile.
"""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from msgspec import Struct

FILE, FOLDER = "a file", "a folder"
_LEFT_BEHIND = frozenset((
    *("__pycache__", "__MACOSX", "node_modules", "Thumbs.db", "desktop.ini"),
    "timestamp.txt",  # of nbgrader
))  # fmt: skip


class Node(Struct, frozen=True, eq=False):
    """A file, a folder, or something else that has a name, on disk or in an archive."""

    name: str
    kind: str  # FILE, FOLDER, or words for what it is instead, such as "a link"
    children: Callable[[], Sequence["Node"]] = tuple  # what a folder holds; may raise OSError
    reader: Callable[[int, str], bytes | str] | None = None
    left_out: tuple[str, ...] = ()  # of a whole archive: names that have no place in the tree

    def read(self, limit: int, called: str) -> bytes | str:
        """Read a file of at most `limit` bytes, or say why not of a file `called` so."""
        if self.reader is None:
            return f"{called} is {self.kind}, not a regular file. Submit the file itself."
        return self.reader(limit, called)


def gathered(name: str, parts: Iterable[Node]) -> Node:
    """Make a folder of files that belong together."""
    kept = tuple(parts)
    return Node(name, FOLDER, lambda: kept)


def visible(folder: Node) -> list[Node]:
    """List what a folder holds, without what systems, editors and nbgrader leave behind."""
    return [
        node
        for node in folder.children()
        if not node.name.startswith(".") and node.name not in _LEFT_BEHIND
    ]


def find(folder: Node, path: str) -> Node | None:
    """Find what a path inside a folder names; the first thing on the way that is no folder ends it.

    Of two entries of one name the answer says that there are two.
    """
    here = folder
    for part in PurePosixPath(path).parts:
        if here.kind != FOLDER:
            return here
        named = [node for node in here.children() if node.name == part]
        if not named:
            return None
        here = named[0] if len(named) == 1 else Node(part, "there more than once")
    return here


def missing(name: str) -> str:
    """Say that a file is not there."""
    if "/" in name:
        return f"{name} was not found: submit a folder, or a zip, in which it has just this path."
    return f"{name} was not found: submit a file of exactly this name."


def too_large(name: str, size: int, limit: int) -> str:
    """Say that a file is too large."""
    return f"{name} is too large: {size} bytes, and {limit} are the limit."


_KINDS = {
    stat.S_IFREG: FILE,
    stat.S_IFDIR: FOLDER,
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
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
    return Node(name, kind, children, read if can_be_read else None)


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
