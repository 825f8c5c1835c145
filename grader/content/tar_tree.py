"""Reads tar and tar.gz archives in memory; regular files only, as tarfile's data filter has it."""

import io
import tarfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from .bounds import IntakeBounds
from .packed_tree import Entry, Packed, packed_tree
from .trees import FILE, FOLDER, too_large

_UNSOUND = (tarfile.TarError, OSError, EOFError, ValueError, OverflowError, KeyError)
_GZIP = b"\x1f\x8b"
_GZIP_OR_ZLIB_WINDOW = 31  # zlib's way to ask for a gzip header
_BLOCK = 1 << 16
_TOO_LARGE = "The tar archive is too large when it is unpacked."
_CANNOT_OPEN = "The tar archive cannot be opened: it is damaged or no tar."


def tar_tree(file: BinaryIO, name: str, bounds: IntakeBounds) -> Packed | str:
    """Read a student's archive, or say why it is refused."""
    return _tree(file, name, bounds, (bounds.unpacked_bytes, bounds.archive_entries))


def class_tar_tree(file: BinaryIO, name: str, bounds: IntakeBounds) -> Packed | str:
    """Read an archive that an instructor names."""
    return _tree(file, name, bounds, (bounds.class_unpacked_bytes, bounds.class_entries))


def _tree(file: BinaryIO, name: str, bounds: IntakeBounds, most: tuple[int, int]) -> Packed | str:
    most_bytes, most_entries = most
    try:
        data = _unpacked(file, most_bytes)
    except (zlib.error, OSError):
        return _CANNOT_OPEN
    if data is None:
        return _TOO_LARGE
    entries: list[Entry] = []
    try:
        # it stays open, since entries are read later; it holds no file, only memory
        archive = tarfile.open(fileobj=io.BytesIO(data), mode="r:")  # noqa: SIM115
        for member in archive:
            entries.append(_entry(archive, member))
            if len(entries) > most_entries:
                return f"The tar archive holds more than {most_entries} files."
    except _UNSOUND:
        return _CANNOT_OPEN
    return packed_tree(entries, name, bounds)


def _unpacked(file: BinaryIO, most: int) -> bytes | None:
    start = file.read(len(_GZIP))
    file.seek(0)
    if start != _GZIP:
        data = file.read(most + 1)
        return data if len(data) <= most else None
    unpacker = zlib.decompressobj(_GZIP_OR_ZLIB_WINDOW)
    whole = bytearray()
    for part in _parts(file, unpacker):
        whole += part
        if len(whole) > most:
            return None
    return bytes(whole)


def _parts(file: BinaryIO, unpacker: "zlib._Decompress") -> Iterator[bytes]:
    while not unpacker.eof:
        packed = unpacker.unconsumed_tail or file.read(_BLOCK)
        if not packed:
            raise zlib.error("cut short")
        yield unpacker.decompress(packed, _BLOCK)


def _entry(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Entry:
    def read(limit: int, called: str) -> bytes | str:
        if member.size > limit:
            return too_large(called, member.size, limit)
        try:
            file = archive.extractfile(member)  # of a regular file: gives its bytes, writes nothing
            data = b"" if file is None else file.read(limit + 1)
        except _UNSOUND:
            return f"{called} is damaged in the tar archive. Hand in the file itself."
        return data

    return Entry(member.name, _kind(member), read)


def _kind(member: tarfile.TarInfo) -> str:
    if member.isdir():
        return FOLDER
    if member.issym() or member.islnk():
        return "a link"
    if member.isreg() and not member.issparse():
        return FILE
    return "something else"
