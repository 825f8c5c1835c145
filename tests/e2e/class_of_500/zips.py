"""Writes zip archives of every sort that students submit, sound, odd and evil."""

import io
import stat
import struct
import warnings
import zipfile
from collections.abc import Callable, Iterable

MIB = 1024 * 1024
LINK = (stat.S_IFLNK | 0o777) << 16
Pairs = Iterable[tuple[str | zipfile.ZipInfo, bytes]]


def packed(pairs: Pairs, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Pack entries in their order, one name more than once where it is there so."""
    whole = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(whole, "w", method) as archive:
        warnings.simplefilter("ignore")
        for name, data in pairs:
            archive.writestr(name, data, method)
    return whole.getvalue()


def link(name: str) -> zipfile.ZipInfo:
    """Name an entry that is a symbolic link."""
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, LINK
    return info


def zip64(name: str, data: bytes) -> bytes:
    """Pack one entry with the fields that archives above 4 GiB need."""
    whole = io.BytesIO()
    with (
        zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open(name, "w", force_zip64=True) as entry,
    ):
        entry.write(data)
    return whole.getvalue()


def each_header(data: bytes, change: Callable[[bytearray, int, bool], None]) -> bytes:
    """Change every header of an archive, the one before the data and the one in the index."""
    whole = bytearray(data)
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):
        at = whole.find(mark)
        while at >= 0:
            change(whole, at, mark == b"PK\x01\x02")
            at = whole.find(mark, at + 4)
    return bytes(whole)


def locked(data: bytes) -> bytes:
    """Mark every entry as encrypted."""

    def mark(whole: bytearray, at: int, is_index: bool) -> None:
        whole[at + (8 if is_index else 6)] |= 1

    return each_header(data, mark)


def wrong_crc(data: bytes) -> bytes:
    """Falsify every checksum."""

    def falsify(whole: bytearray, at: int, is_index: bool) -> None:
        whole[at + (16 if is_index else 14)] ^= 0xFF

    return each_header(data, falsify)


def understated(data: bytes, size: int) -> bytes:
    """Let the index say that every entry is smaller than it is."""

    def lie(whole: bytearray, at: int, is_index: bool) -> None:
        struct.pack_into("<L", whole, at + (24 if is_index else 22), size)

    return each_header(data, lie)


def raw_named(pairs: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Pack entries whose names are these bytes, without saying in which encoding."""
    pairs = list(pairs)
    plain = [
        (f"{'n' * (len(name) - 4)}{place:04}", data) for place, (name, data) in enumerate(pairs)
    ]
    whole = packed(plain)
    for (stand_in, _), (name, _) in zip(plain, pairs, strict=True):
        whole = whole.replace(stand_in.encode(), name)
    return whole


def overlapping(name: str, copies: int, size: int) -> bytes:
    """Let many entries of the index share one entry's bytes, as zip bombs do."""
    single = packed([(name, b"\0" * size)])
    start = single.index(b"PK\x01\x02")
    end = single.index(b"PK\x05\x06")
    entry = bytearray(single[start:end])
    entries = [bytes(entry)]
    length = len(name.encode())
    for number in range(1, copies):
        entry[46 : 46 + length] = f"{number:0{length}}".encode()
        entries.append(bytes(entry))
    index = b"".join(entries)
    last = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, copies, copies, len(index), start, 0)
    return single[:start] + index + last
