"""What handed-in files look like, whether they lie on disk or in an archive."""

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import Protocol

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


class Node(Protocol):
    """A file, a folder, or something else that has a name."""

    @property
    def name(self) -> str:
        """Its own name."""

    @property
    def kind(self) -> str:
        """FILE, FOLDER, or words for what it is instead, such as "a link"."""

    def children(self) -> Sequence["Node"]:
        """List what a folder holds, by name; may raise OSError."""

    def read(self, limit: int, called: str) -> bytes | str:
        """Read a file of at most `limit` bytes, or say why not of a file `called` so."""


class Gathered(Struct, frozen=True):
    """Files that belong together without a folder of their own."""

    name: str
    parts: tuple[Node, ...]
    kind: str = FOLDER

    def children(self) -> Sequence[Node]:
        """List the files."""
        return self.parts

    def read(self, limit: int, called: str) -> bytes | str:  # noqa: ARG002 - as every node
        """Refuse: it is no file."""
        return not_regular(called, self.kind)


class Renamed(Struct, frozen=True):
    """A node under the name that it had before a download changed it."""

    node: Node
    name: str

    @property
    def kind(self) -> str:
        """What the node is."""
        return self.node.kind

    def children(self) -> Sequence[Node]:
        """List what the node holds."""
        return self.node.children()

    def read(self, limit: int, called: str) -> bytes | str:
        """Read the node."""
        return self.node.read(limit, called)


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
        here = named[0] if len(named) == 1 else Several(part)
    return here


class Several(Struct, frozen=True):
    """Several things of one name, of which none is chosen."""

    name: str
    kind: str = "there more than once"

    def children(self) -> Sequence[Node]:
        """List nothing."""
        return ()

    def read(self, limit: int, called: str) -> bytes | str:  # noqa: ARG002 - as every node
        """Refuse: which one is meant cannot be known."""
        return f"{called} is there more than once. Submit it once."


def missing(name: str) -> str:
    """Say that a file is not there."""
    if "/" in name:
        return f"{name} was not found: submit a folder, or a zip, in which it has just this path."
    return f"{name} was not found: submit a file of exactly this name."


def not_regular(name: str, kind: str) -> str:
    """Say that something is no file."""
    return f"{name} is {kind}, not a regular file. Submit the file itself."


def too_large(name: str, size: int, limit: int) -> str:
    """Say that a file is too large."""
    return f"{name} is too large: {size} bytes, and {limit} are the limit."
