"""Unpacks what an author's file holds, whatever it is called; nothing is written to disk."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import BinaryIO

from grader.intake.archive_tree import Packed
from grader.intake.bounds import BOUNDS
from grader.intake.file_tree import FOLDER, Node
from grader.intake.tar_tree import tar_tree
from grader.intake.zip_tree import zip_tree
from grader.model.course import MIB

MOST_BYTES = 256 * MIB  # of one file, once it is unpacked
_UNBOUND = 1 << 40
_RELEASE = replace(
    BOUNDS,
    unpacked_bytes=MOST_BYTES,
    archive_entries=100_000,
    archive_nodes=200_000,
    ratio=_UNBOUND,
    path_parts=_UNBOUND,
)
_File = gzip.GzipFile | bz2.BZ2File | lzma.LZMAFile
_STREAMS: dict[bytes, Callable[[BinaryIO], _File]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\0": lzma.LZMAFile,
    b"\x5d\0\0": lzma.LZMAFile,
}
_UNSOUND = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError, tarfile.TarError)
_TAR_MARK = slice(257, 262), b"ustar"

Entry = tuple[str, bytes | str]  # what it is called, and what is in it or why that is not known


def packed_entries(name: str, data: bytes) -> Iterator[Entry] | None:
    """Yield what is packed into a file; None where it is no packed file."""
    stream = next((opened for mark, opened in _STREAMS.items() if data.startswith(mark)), None)
    if stream is not None:
        return iter([(_bare(name), _unpacked(stream, data))])
    if zipfile.is_zipfile(io.BytesIO(data)) or data.startswith(b"PK\x03\x04"):
        return _entries(zip_tree(io.BytesIO(data), name, _RELEASE), name)
    where, mark = _TAR_MARK
    if data[where] == mark or name.lower().endswith(".tar"):
        return _entries(tar_tree(io.BytesIO(data), name, _RELEASE), name)
    return None


def _bare(name: str) -> str:
    stem, _, _ = name.rpartition("/")[2].rpartition(".")
    return stem or "unpacked"


def _unpacked(stream: Callable[[BinaryIO], _File], data: bytes) -> bytes | str:
    try:
        with stream(io.BytesIO(data)) as file:
            found = file.read(MOST_BYTES + 1)
    except _UNSOUND:
        return "it cannot be unpacked"
    return found if len(found) <= MOST_BYTES else _too_large()


def _too_large() -> str:
    return f"it is larger than {MOST_BYTES // MIB} MiB when it is unpacked"


def _entries(packed: Packed | str, name: str) -> Iterator[Entry]:
    if isinstance(packed, str):
        yield name, packed.rstrip(".")
        return
    for path in packed.outside:
        yield path, "it would lie outside its archive"
    for path in packed.lost:
        yield path, "it has no place of its own in its archive"
    yield from _below(packed.root, "")


def _below(folder: Node, path: str) -> Iterator[Entry]:
    for node in folder.children():
        place = f"{path}{node.name}"
        if node.kind == FOLDER:
            yield from _below(node, f"{place}/")
        else:
            found = node.read(MOST_BYTES, node.name)
            yield place, found.rstrip(".") if isinstance(found, str) else found
