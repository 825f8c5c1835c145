"""What handed-in files look like, whether they lie on disk or in an archive."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from grader.model.course import MIB


class IntakeBounds(Struct, frozen=True):
    """What is larger is refused before it is read."""

    archive_bytes: int = 32 * MIB  # one student's archive as it was submitted
    unpacked_bytes: int = 64 * MIB  # and all that it holds
    archive_entries: int = 10_000
    archive_nodes: int = 20_000  # files and folders, also those that only names make up
    class_entries: int = 150_000  # of an archive that holds a class: its index is kept in memory
    class_unpacked_bytes: int = 512 * MIB  # a tar is walked through whole, a zip is not
    path_parts: int = 32
    notebook_bytes: int = 32 * MIB  # pictures are kept inside notebooks
    table_bytes: int = 16 * MIB  # a roster, a table of times or of groups
    metadata_bytes: int = 128 * MIB  # what Gradescope tells of a class, with all its results


BOUNDS = IntakeBounds()


FILE, FOLDER = "a file", "a folder"
LEFT_BEHIND = frozenset(
    ("__pycache__", "__MACOSX", "node_modules", "Thumbs.db", "desktop.ini", "Icon\r")
)


class Node(Struct, frozen=True, eq=False):
    """A file, a folder, or something else that has a name, on disk or in an archive."""

    name: str
    kind: str  # FILE, FOLDER, or words for what it is instead, such as "a link"
    children: Callable[[], Sequence["Node"]] = tuple  # what a folder holds; may raise OSError
    reader: Callable[[int, str], bytes | str] | None = None
    place: Path | None = None  # on disk
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


def visible(nodes: Iterable[Node]) -> list[Node]:
    """Leave out what systems and editors leave behind."""
    return [n for n in nodes if not n.name.startswith(".") and n.name not in LEFT_BEHIND]


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
