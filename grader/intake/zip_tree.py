"""Reads zip archives in memory; what its index says is checked before anything is unpacked."""

import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from .archive_tree import Entry, Packed, packed_tree, too_many
from .disk_tree import kind_of
from .file_tree import FILE, FOLDER, IntakeBounds, too_large

# what zipfile raises for bytes that are no sound archive
_UNSOUND = (zipfile.BadZipFile, OSError, EOFError, RuntimeError, ValueError, OverflowError,
            struct.error, zlib.error)  # fmt: skip
_END, _END_64, _LOCATOR_64 = b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07"
_END_BYTES, _END_64_BYTES, _LOCATOR_64_BYTES, _COMMENT_BYTES = 22, 56, 20, 65_535
_SMALLEST_RECORD = 46  # bytes that the index spends on one entry, without its name
_READABLE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack without a bound
_IS_LOCKED, _IS_UTF8 = 0x1, 0x800
CANNOT_OPEN = "The zip archive cannot be opened: it is damaged or no zip."
TOO_LARGE = "The zip archive is too large when it is unpacked."


def zip_tree(
    file: BinaryIO, name: str, bounds: IntakeBounds, *, is_class: bool = False
) -> Packed | str:
    """Read the index of an archive, or say why it is refused; a class's may unpack to any size."""
    archive = _opened(file, bounds.class_entries if is_class else bounds.archive_entries)
    if isinstance(archive, str):
        return archive
    found = archive.infolist()
    if not is_class and (
        sum(info.file_size for info in found) > bounds.unpacked_bytes
        or any(
            info.file_size > max(bounds.ratio_from_bytes, bounds.ratio * max(1, info.compress_size))
            for info in found
        )
    ):
        return TOO_LARGE
    most = bounds.class_entries if is_class else bounds.archive_nodes
    return packed_tree(_entries(archive), name, bounds, most, "zip")


def _opened(file: BinaryIO, most: int) -> zipfile.ZipFile | str:
    if _index_bytes(file) > most * 10 * _SMALLEST_RECORD:
        return too_many("zip", most)
    try:
        archive = zipfile.ZipFile(file)
    except _UNSOUND:
        return CANNOT_OPEN
    return archive if len(archive.infolist()) <= most else too_many("zip", most)


def _index_bytes(file: BinaryIO) -> int:
    """Return how large the index says it is: zipfile reads it whole, whatever its size."""
    size = file.seek(0, 2)
    before = _END_64_BYTES + _LOCATOR_64_BYTES
    file.seek(max(0, size - before - _END_BYTES - _COMMENT_BYTES))
    tail = file.read()
    # found as zipfile finds it: at the very end, else the last one before a comment
    is_plain = tail[-_END_BYTES:].startswith(_END) and tail.endswith(b"\0\0")
    end = len(tail) - _END_BYTES if is_plain else tail.rfind(_END)
    if end < 0:
        return 0  # no archive, as zipfile will say
    if end + _END_BYTES > len(tail):
        return size
    end_64 = tail[max(0, end - before) : end]
    if len(end_64) == before and end_64.startswith(_LOCATOR_64, _END_64_BYTES):
        return int(struct.unpack_from("<Q", end_64, 40)[0]) if end_64.startswith(_END_64) else size
    return int(struct.unpack_from("<L", tail, end + 12)[0])


def _entries(archive: zipfile.ZipFile) -> Iterator[Entry]:
    for info in archive.infolist():
        kind = _kind(info)

        def read(limit: int, called: str, info: zipfile.ZipInfo = info) -> bytes | str:
            return _read(archive, info, limit, called)

        yield Entry(_name(info), kind, read)


def _kind(info: zipfile.ZipInfo) -> str:
    mode = info.external_attr >> 16
    if info.orig_filename.endswith(("/", "\\")):
        return FOLDER
    kind = kind_of(mode) if mode & 0o170000 else FILE
    return FILE if kind == FOLDER else kind


def _name(info: zipfile.ZipInfo) -> str:
    """Return an entry's name; without its flag it is tried as UTF-8, which macOS writes so."""
    name = info.orig_filename
    if info.flag_bits & _IS_UTF8:
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int, called: str) -> bytes | str:
    if info.flag_bits & _IS_LOCKED:
        return f"{called} is locked with a password in the zip archive. Submit it without one."
    if info.compress_type not in _READABLE:
        return f"{called} is packed in a way that cannot be read. Submit the file itself."
    if info.file_size > limit:
        return too_large(called, info.file_size, limit)
    try:
        with archive.open(info) as file:
            data = file.read(limit + 1)
    except _UNSOUND:
        return f"{called} is damaged in the zip archive. Pack it again, or submit the file itself."
    return data if len(data) <= limit else too_large(called, len(data), limit)
