"""Opens archives by the kind that their names tell: a student's own, or one that holds a class."""

import io
from typing import BinaryIO

from .archive_tree import Packed
from .file_tree import IntakeBounds, Node
from .names import brief
from .tar_tree import tar_tree
from .zip_tree import zip_tree

_KINDS = {".zip": "zip", ".tar": "tar", ".tar.gz": "tar", ".tgz": "tar"}
_OPENERS = {"zip": zip_tree, "tar": tar_tree}
# told apart only so that whoever submits them reads a sentence that fits
_OTHERS = (".7z", ".rar", ".tar.bz2", ".tar.xz", ".tbz2", ".txz", ".tar.zst", ".gz", ".bz2", ".xz")


def archive_suffix(name: str) -> str | None:
    """Return the end of an archive's name, as it is written there."""
    plain = name.lower()
    found = [suffix for suffix in (*_KINDS, *_OTHERS) if plain.endswith(suffix)]
    return name[-len(max(found, key=len)) :] if found else None


def open_class_archive(file: BinaryIO, name: str, bounds: IntakeBounds) -> Packed | str:
    """Open an archive that an instructor names, or say why not; the file must stay open."""
    suffix = archive_suffix(name) or ""
    kind = _KINDS.get(suffix.lower())
    if kind is None:
        return f"An archive of the kind {suffix} cannot be opened. Unpack it, or pack it as a zip."
    return _OPENERS[kind](file, name, bounds, is_class=True)


def unopened(node: Node, bounds: IntakeBounds) -> bytes | str:
    """Return a student's archive as it is, or say why it is refused; nothing in it is looked at."""
    suffix = archive_suffix(node.name) or ""
    kind = _KINDS.get(suffix.lower())
    if kind is None:
        return f"An archive of the kind {suffix} cannot be opened."
    data = node.read(bounds.archive_bytes, f"The {kind} archive")
    return data or f"The {kind} archive is an empty file."


def open_archive(suffix: str, data: bytes, bounds: IntakeBounds) -> Packed | str:
    """Open a student's archive of a known kind, or say why it is refused."""
    kind = _KINDS[suffix.lower()]
    found = _OPENERS[kind](io.BytesIO(data), suffix, bounds)
    if isinstance(found, str):
        return found
    if found.outside:
        return (
            f"The {kind} archive holds a file that would lie outside its own folder: "
            f"{brief(found.outside[0])}."
        )
    return found if found.root.children() else f"The {kind} archive is empty."
