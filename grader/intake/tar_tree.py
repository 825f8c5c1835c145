"""Reads tar and tar.gz archives, of which a gzip is unpacked first; regular files only.

Of headers only what is needed is read: name, kind, place, size. Every form that programs write is
understood: the old one, ustar, GNU's and pax'. What is read for one file is bounded, so that no
header and no chain of headers costs more than its bytes.
"""

import io
import os
import tempfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from msgspec import Struct
from msgspec.structs import replace

from .archive_tree import Entry, Packed, packed_tree, too_many
from .file_tree import FILE, FOLDER, IntakeBounds, too_large

_BLOCK = 512
_LONGEST_CHAIN = 8  # headers that only tell of the next one
_LONGEST_TOLD = 1 << 16  # bytes of such a header: a name, or a few records
_LONGEST_NUMBER = 20  # digits
_LARGEST = 1 << 40  # bytes of an entry, which is more than any archive here holds
_KINDS = {b"0": FILE, b"\0": FILE, b"7": FILE, b"5": FOLDER, b"1": "a link", b"2": "a link"}
_WITHOUT_CONTENT = (b"1", b"2", b"3", b"4", b"5", b"6")  # whatever size they tell
_LONG_NAME, _LONG_LINK, _PAX, _PAX_FOR_ALL = b"L", b"K", (b"x", b"X"), b"g"
_TELLING = (_LONG_NAME, _LONG_LINK, *_PAX, _PAX_FOR_ALL)
_OTHER = "something else"
_CHECKSUM_AT = slice(148, 156)


class DamagedTar(ValueError):
    """The bytes are no tar archive, or none that an ordinary program writes."""


class TarEntry(Struct, frozen=True):
    """What an archive says of one file in it."""

    path: str
    kind: str
    start: int
    size: int


class _Told(Struct, frozen=True):
    """What the headers before an entry tell of it."""

    path: str | None = None
    size: int | None = None
    is_sparse: bool = False


def tar_entries(file: BinaryIO) -> Iterator[TarEntry]:
    """Yield the entries in order; raises DamagedTar and OSError."""
    at, told, chained = 0, _Told(), 0
    while header := _header(file, at):
        kind, size = header[156:157], _number(header[124:136])
        at += _BLOCK
        if kind not in _TELLING:
            entry = _entry(header, told, at)
            yield entry
            at += 0 if kind in _WITHOUT_CONTENT else _whole_blocks(entry.size)
            told, chained = _Told(), 0
            continue
        chained += 1
        if chained > _LONGEST_CHAIN or size > _LONGEST_TOLD:
            raise DamagedTar
        data = _read(file, at, size)
        if kind == _LONG_NAME:
            told = replace(told, path=_text(data))
        elif kind in _PAX:
            told = _with_records(told, data)
        at += _whole_blocks(size)
    if chained:
        raise DamagedTar


def _header(file: BinaryIO, at: int) -> bytes | None:
    """Read the block at a place; None where the archive ends there."""
    file.seek(at)
    block = file.read(_BLOCK)
    if (at and not block) or block == bytes(_BLOCK):
        return None
    if len(block) < _BLOCK or not _is_sound(block):
        raise DamagedTar
    return block


def _is_sound(block: bytes) -> bool:
    told = _number(block[_CHECKSUM_AT])
    own = bytearray(block)
    own[_CHECKSUM_AT] = b" " * 8
    signed = sum(own) - 256 * sum(byte > 127 for byte in own)  # as some old programs add up
    return told in (sum(own), signed)


def _read(file: BinaryIO, at: int, size: int) -> bytes:
    file.seek(at)
    data = file.read(size)
    if len(data) < size:
        raise DamagedTar
    return data


def _whole_blocks(size: int) -> int:
    return (size + _BLOCK - 1) // _BLOCK * _BLOCK


def _number(field: bytes) -> int:
    """Read a number in octal digits, or as GNU writes one that is too large for these."""
    if field[0] == 0x80:
        return int.from_bytes(field[1:], "big")
    digits = field.partition(b"\0")[0].strip()
    try:
        number = int(digits, 8) if digits else 0
    except ValueError as error:
        raise DamagedTar from error
    if number < 0:
        raise DamagedTar
    return number


def _entry(header: bytes, told: _Told, start: int) -> TarEntry:
    path = _text(header[:100])
    if header[257:263] == b"ustar\0" and header[345]:
        path = f"{_text(header[345:500])}/{path}"
    path = path if told.path is None else told.path
    kind = _KINDS.get(header[156:157], _OTHER)
    if kind == FILE and told.is_sparse:
        kind = _OTHER
    if kind == FILE and path.endswith("/"):
        kind = FOLDER
    size = _number(header[124:136]) if told.size is None else told.size
    if size > _LARGEST:
        raise DamagedTar
    return TarEntry(path, kind, start, size)


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "replace")


def _with_records(told: _Told, data: bytes) -> _Told:
    """Read pax records, each "LENGTH KEY=VALUE" and the end of a line, of LENGTH bytes in all."""
    at = 0
    while at < len(data) and data[at]:
        blank = data.find(b" ", at, at + _LONGEST_NUMBER)
        end = at + _decimal(data[at:blank]) if blank > at else 0
        key, equals, value = data[blank + 1 : end - 1].partition(b"=")
        if not blank < end <= len(data) or not equals or data[end - 1 : end] != b"\n":
            raise DamagedTar
        if key == b"path":
            told = replace(told, path=_text(value))
        elif key == b"size":
            told = replace(told, size=_decimal(value))
        elif key.startswith(b"GNU.sparse."):
            told = replace(told, is_sparse=True)
        at = end
    return told


def _decimal(digits: bytes) -> int:
    if not digits.isdigit() or len(digits) > _LONGEST_NUMBER:
        raise DamagedTar
    return int(digits)


_GZIP = b"\x1f\x8b"
_GZIP_OR_ZLIB_WINDOW = 31  # zlib's way to ask for a gzip header
_CHUNK = 1 << 16
_TOO_LARGE = "The tar archive is too large when it is unpacked."
_CANNOT_OPEN = "The tar archive cannot be opened: it is damaged or no tar."


def tar_tree(
    file: BinaryIO, name: str, bounds: IntakeBounds, *, is_class: bool = False
) -> Packed | str:
    """Read an archive, or say why it is refused; a class's gzip is unpacked to a nameless file."""
    most = bounds.unpacked_bytes, bounds.archive_entries, bounds.archive_nodes
    if is_class:
        most = bounds.class_unpacked_bytes, bounds.class_entries, bounds.class_entries
    # entries are read later
    space = tempfile.TemporaryFile() if is_class else io.BytesIO()  # noqa: SIM115 - see above
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
        start = file.read(len(_GZIP))
        file.seek(0)
        if start == _GZIP:
            if not _unpack(file, space, most_bytes):
                return _TOO_LARGE
            file = space
        if file.seek(0, os.SEEK_END) > most_bytes:
            return _TOO_LARGE
        entries: list[Entry] = []
        for told in tar_entries(file):
            entries.append(_tree_entry(file, told))
            if len(entries) > most_entries:
                return too_many("tar", most_entries)
    except (zlib.error, OSError, DamagedTar):
        return _CANNOT_OPEN
    return packed_tree(entries, name, bounds, most_nodes, "tar")


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
        packed = unpacker.unconsumed_tail or file.read(_CHUNK)
        if not packed:
            raise zlib.error("cut short")
        yield unpacker.decompress(packed, _CHUNK)


def _tree_entry(file: BinaryIO, told: TarEntry) -> Entry:
    def read(limit: int, called: str) -> bytes | str:
        if told.size > limit:
            return too_large(called, told.size, limit)
        file.seek(told.start)
        data = file.read(told.size)
        if len(data) < told.size:
            return f"{called} is damaged in the tar archive. Submit the file itself."
        return data

    return Entry(told.path, told.kind, read)
