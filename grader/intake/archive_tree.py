"""The tree of an archive's entries, built in memory: nothing is ever unpacked to disk."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import BinaryIO

from msgspec import Struct, field

from .file_tree import FILE, FOLDER, IntakeBounds, not_regular

_DRIVE = re.compile(r"[A-Za-z]:")
ReadEntry = Callable[[int, str], bytes | str]


class Entry(Struct, frozen=True):
    """One entry as its archive names it."""

    path: str
    kind: str
    read: ReadEntry


class PackedNode(Struct):
    """A file or folder of an archive."""

    name: str
    kind: str = FOLDER
    entry: Entry | None = None
    inside: dict[str, "PackedNode"] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()  # of a whole archive: names whose paths cannot be used

    def children(self) -> Sequence["PackedNode"]:
        """List what the folder holds, by name."""
        return [node for _, node in sorted(self.inside.items())]

    def read(self, limit: int, called: str) -> bytes | str:
        """Read the file, unless it is too large."""
        if self.kind != FILE or self.entry is None:
            return not_regular(called, self.kind)
        return self.entry.read(limit, called)


class Packed(Struct, frozen=True):
    """What an archive holds, and the names in it that lead outside."""

    root: PackedNode
    outside: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()  # names that have no place in the tree
    space: BinaryIO | None = None  # what its entries are read from, to be closed after them


def too_many(kind: str, most: int, what: str = "files") -> str:
    """Say that an archive of a kind holds more than is taken."""
    return f"The {kind} archive holds more than {most} {what}."


def packed_tree(
    entries: Iterable[Entry], name: str, bounds: IntakeBounds, most: int, kind: str
) -> Packed | str:
    """Put entries in their folders; what two entries claim is neither of them.

    A sentence where there would be more than `most` files and folders.
    """
    root = PackedNode(name)
    outside, lost = [], []
    made = 0
    for entry in entries:
        parts = _parts(entry.path)
        if parts is None:
            outside.append(entry.path)
        elif 0 < len(parts) <= bounds.path_parts and not _is_below_file(root, parts):
            made += _put(root, parts, entry)
        elif entry.kind != FOLDER:
            lost.append(entry.path)
        if made > most:
            return too_many(kind, most, "files and folders")
    return Packed(root, tuple(outside), tuple(lost))


def _parts(path: str) -> list[str] | None:
    path = path.replace("\\", "/")  # some programs on Windows write it so
    parts = [part for part in path.split("/") if part not in ("", ".")]
    is_absolute = path.startswith("/") or _DRIVE.match(path) is not None
    if is_absolute or ".." in parts or "\0" in path:
        return None
    return parts


def _is_below_file(root: PackedNode, parts: list[str]) -> bool:
    """Whether a file or a link stands where a folder should be."""
    here = root
    for part in parts[:-1]:
        if part not in here.inside:
            break
        here = here.inside[part]
    return here.kind != FOLDER


def _put(root: PackedNode, parts: list[str], entry: Entry) -> int:
    """Put an entry in its folder; return how many nodes that took."""
    here, made = root, 0
    for part in parts[:-1]:
        if part not in here.inside:
            here.inside[part] = PackedNode(part)
            made += 1
        here = here.inside[part]
    name = parts[-1]
    known = here.inside.get(name)
    if known is None:
        is_folder = entry.kind == FOLDER
        here.inside[name] = PackedNode(name, entry.kind, None if is_folder else entry)
        return made + 1
    if not known.kind == entry.kind == FOLDER:
        here.inside[name] = PackedNode(name, "in the archive more than once")
    return made
