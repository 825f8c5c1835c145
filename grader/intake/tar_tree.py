"""Reads tar and tar.gz archives, of which a gzip is unpacked first; regular files only."""

import io
import os
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from .archive_tree import Entry, Packed, packed_tree
from .bounds import IntakeBounds
from .file_tree import too_large
from .tar_headers import DamagedTar, TarEntry, tar_entries

_GZIP = b"\x1f\x8b"
_GZIP_OR_ZLIB_WINDOW = 31  # zlib's way to ask for a gzip header
_BLOCK = 1 << 16
_TOO_LARGE = "The tar archive is too large when it is unpacked."
_CANNOT_OPEN = "The tar archive cannot be opened: it is damaged or no tar."


def tar_tree(file: BinaryIO, name: str, bounds: IntakeBounds) -> Packed | str:
    """Read a student's archive, or say why it is refused."""
    most = bounds.unpacked_bytes, bounds.archive_entries, bounds.archive_nodes
    return _tree(file, name, bounds, most, io.BytesIO())


def class_tar_tree(file: BinaryIO, name: str, bounds: IntakeBounds) -> Packed | str:
    """Read an archive that an instructor names; a gzip is unpacked to a file without a name."""
    most = bounds.class_unpacked_bytes, bounds.class_entries, bounds.class_entries
    space = tempfile.TemporaryFile()  # noqa: SIM115 - entries are read later
    found = _tree(file, name, bounds, most, space)
    if isinstance(found, str):
        space.close()
        return found
    return replace(found, space=space)


def _tree(
    file: BinaryIO, name: str, bounds: IntakeBounds, most: tuple[int, int, int], space: BinaryIO
) -> Packed | str:
    most_bytes, most_entries, most_nodes = most
    try:
        if _is_gzip(file):
            if not _unpack(file, space, most_bytes):
                return _TOO_LARGE
            file = space
        if file.seek(0, os.SEEK_END) > most_bytes:
            return _TOO_LARGE
        entries: list[Entry] = []
        for told in tar_entries(file):
            entries.append(_entry(file, told))
            if len(entries) > most_entries:
                return _too_many(most_entries)
    except (zlib.error, OSError, DamagedTar):
        return _CANNOT_OPEN
    return packed_tree(entries, name, bounds, most_nodes) or _too_many_in_all(most_nodes)


def _too_many(most: int) -> str:
    return f"The tar archive holds more than {most} files."


def _too_many_in_all(most: int) -> str:
    return f"The tar archive holds more than {most} files and folders."


def _is_gzip(file: BinaryIO) -> bool:
    start = file.read(len(_GZIP))
    file.seek(0)
    return start == _GZIP


def _unpack(file: BinaryIO, space: BinaryIO, most: int) -> bool:
    """Write a gzip's content into `space`; false where it is more than `most` bytes."""
    unpacker = zlib.decompressobj(_GZIP_OR_ZLIB_WINDOW)
    for part in _parts(file, unpacker):
        if space.tell() + len(part) > most:
            return False
        space.write(part)
    return True


def _parts(file: BinaryIO, unpacker: "zlib._Decompress") -> Iterator[bytes]:
    while not unpacker.eof:
        packed = unpacker.unconsumed_tail or file.read(_BLOCK)
        if not packed:
            raise zlib.error("cut short")
        yield unpacker.decompress(packed, _BLOCK)


def _entry(file: BinaryIO, told: TarEntry) -> Entry:
    def read(limit: int, called: str) -> bytes | str:
        if told.size > limit:
            return too_large(called, told.size, limit)
        file.seek(told.start)
        data = file.read(told.size)
        if len(data) < told.size:
            return f"{called} is damaged in the tar archive. Submit the file itself."
        return data

    return Entry(told.path, told.kind, read)
