"""Opens archives by the kind that their names tell: a student's own, or one that holds a class."""

import io
from collections.abc import Callable
from typing import BinaryIO

from .archive_tree import Packed
from .bounds import IntakeBounds
from .file_tree import Node
from .names import brief
from .tar_tree import class_tar_tree, tar_tree
from .zip_tree import class_zip_tree, zip_tree

_Open = Callable[[BinaryIO, str, IntakeBounds], Packed | str]
_KINDS: dict[str, tuple[str, _Open, _Open]] = {
    ".zip": ("zip", zip_tree, class_zip_tree),
    ".tar": ("tar", tar_tree, class_tar_tree),
    ".tar.gz": ("tar", tar_tree, class_tar_tree),
    ".tgz": ("tar", tar_tree, class_tar_tree),
}
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
    if suffix.lower() not in _KINDS:
        return f"An archive of the kind {suffix} cannot be opened. Unpack it, or pack it as a zip."
    _, _, opener = _KINDS[suffix.lower()]
    return opener(file, name, bounds)


def unopened(node: Node, bounds: IntakeBounds) -> bytes | str:
    """Return a student's archive as it is, or say why it is refused; nothing in it is looked at."""
    suffix = archive_suffix(node.name) or ""
    if suffix.lower() not in _KINDS:
        return f"An archive of the kind {suffix} cannot be opened."
    word, _, _ = _KINDS[suffix.lower()]
    data = node.read(bounds.archive_bytes, f"The {word} archive")
    return data or f"The {word} archive is an empty file."


def open_archive(suffix: str, data: bytes, bounds: IntakeBounds) -> Packed | str:
    """Open a student's archive of a known kind, or say why it is refused."""
    word, opener, _ = _KINDS[suffix.lower()]
    found = opener(io.BytesIO(data), suffix, bounds)
    if isinstance(found, str):
        return found
    if found.outside:
        return (
            f"The {word} archive holds a file that would lie outside its own folder: "
            f"{brief(found.outside[0])}."
        )
    if not found.root.children():
        return f"The {word} archive is empty."
    return found
