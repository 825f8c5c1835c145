"""Reads zip and tar archives as trees of files; nothing of them is ever unpacked to a folder."""

import gzip
import io
import re
import struct
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import BinaryIO, Self

from msgspec import Struct
from msgspec.structs import replace

from .file_tree import FILE, FOLDER, IntakeBounds, Node, kind_of, too_large
from .names import brief

_KINDS = {".zip": "zip", ".tar": "tar", ".tar.gz": "tar", ".tgz": "tar"}
# told apart only so that whoever submits them reads a sentence that fits
_OTHERS = (".7z", ".rar", ".tar.bz2", ".tar.xz", ".tbz2", ".txz", ".tar.zst", ".gz", ".bz2", ".xz")
# what zipfile and tarfile raise for bytes that are no sound archive
_UNSOUND = (zipfile.BadZipFile, tarfile.TarError, OSError, EOFError, RuntimeError, ValueError,
            OverflowError, struct.error, zlib.error)  # fmt: skip
_PACKED_BY = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack without a bound
_IS_LOCKED, _IS_UTF8 = 0x1, 0x800
_GZIP = b"\x1f\x8b"
_CHUNK = 1 << 16
_LONGEST_TOLD = 1 << 16  # bytes of a header that only tells of the next one
_TELLING = (tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.GNUTYPE_LONGNAME,
            tarfile.GNUTYPE_LONGLINK)  # fmt: skip
_DRIVE = re.compile(r"[A-Za-z]:")


class _Refused(Exception):
    """Carries the sentence why an archive is not taken."""


class Entry(Struct, frozen=True):
    """One entry as its archive names it."""

    path: str
    kind: str
    read: Callable[[int, str], bytes | str] | None


class Packed(Struct, frozen=True):
    """What an archive holds."""

    root: Node
    outside: tuple[str, ...]  # names that lead outside of the archive
    space: BinaryIO | None  # what its entries are read from, to be closed after them


def archive_suffix(name: str) -> str | None:
    """Return the end of an archive's name, as it is written there."""
    plain = name.lower()
    found = [suffix for suffix in (*_KINDS, *_OTHERS) if plain.endswith(suffix)]
    return name[-len(max(found, key=len)) :] if found else None


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
    found = _open(kind, io.BytesIO(data), suffix, bounds, is_class=False)
    if isinstance(found, str):
        return found
    if found.outside:
        return (
            f"The {kind} archive holds a file that would lie outside its own folder: "
            f"{brief(found.outside[0])}."
        )
    return found if found.root.children() else f"The {kind} archive is empty."


def open_class_archive(file: BinaryIO, name: str, bounds: IntakeBounds) -> Packed | str:
    """Open an archive that an instructor names, or say why not; the file must stay open."""
    suffix = archive_suffix(name) or ""
    kind = _KINDS.get(suffix.lower())
    if kind is None:
        return f"An archive of the kind {suffix} cannot be opened. Unpack it, or pack it as a zip."
    return _open(kind, file, name, bounds, is_class=True)


def _open(
    kind: str, file: BinaryIO, name: str, bounds: IntakeBounds, *, is_class: bool
) -> Packed | str:
    # a class's gzip is unpacked to a nameless file, since its entries are read later
    space = tempfile.TemporaryFile() if is_class else io.BytesIO()  # noqa: SIM115 - see above
    try:
        if kind == "zip":
            entries = _zip_entries(file, None if is_class else bounds.unpacked_bytes)
        else:
            most = bounds.class_unpacked_bytes if is_class else bounds.unpacked_bytes
            entries = _tar_entries(_without_gzip(file, space, most))
        most_files = bounds.class_entries if is_class else bounds.archive_entries
        most_nodes = bounds.class_entries if is_class else bounds.archive_nodes
        counted = _counted(entries, most_files, f"The {kind} archive holds more than")
        return _tree(counted, name, bounds.path_parts, kind, most_nodes, space)
    except _Refused as refused:
        space.close()
        return str(refused)
    except _UNSOUND:
        space.close()
        return f"The {kind} archive cannot be opened: it is damaged or no {kind}."


def _counted(entries: Iterable[Entry], most: int, words: str) -> Iterator[Entry]:
    for number, entry in enumerate(entries):
        if number >= most:
            raise _Refused(f"{words} {most} files.")
        yield entry


def _zip_entries(file: BinaryIO, most: int | None) -> Iterator[Entry]:
    """Yield what the index names; only a student's own archive is bounded as a whole."""
    archive = zipfile.ZipFile(file)
    if most is not None and sum(info.file_size for info in archive.infolist()) > most:
        raise _Refused("The zip archive is too large when it is unpacked.")
    for info in archive.infolist():

        def read(limit: int, called: str, info: zipfile.ZipInfo = info) -> bytes | str:
            return _read_zipped(archive, info, limit, called)

        mode = info.external_attr >> 16
        kind = kind_of(mode) if mode & 0o170000 else FILE
        kind = FILE if kind == FOLDER else kind
        name = info.orig_filename
        if not info.flag_bits & _IS_UTF8:
            with suppress(UnicodeError):
                name = name.encode("cp437").decode("utf-8")  # macOS writes so, without the flag
        kind = FOLDER if name.endswith(("/", "\\")) else kind
        yield Entry(name, kind, read if kind == FILE else None)


def _read_zipped(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int, called: str
) -> bytes | str:
    if info.flag_bits & _IS_LOCKED:
        return f"{called} is locked with a password in the zip archive. Submit it without one."
    if info.compress_type not in _PACKED_BY:
        return f"{called} is packed in a way that cannot be read. Submit the file itself."
    if info.file_size > limit:
        return too_large(called, info.file_size, limit)
    try:
        with archive.open(info) as file:
            data = file.read(limit + 1)
    except _UNSOUND:
        return f"{called} is damaged in the zip archive. Pack it again, or submit the file itself."
    return data if len(data) <= limit else too_large(called, len(data), limit)


class _Member(tarfile.TarInfo):
    """Bounds what a header tells of the next one: tarfile would read it whole, whatever it is."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        member = super().frombuf(buf, encoding, errors)
        if member.type in _TELLING and member.size > _LONGEST_TOLD:
            raise tarfile.ReadError("a header tells too much")
        return member


def _without_gzip(file: BinaryIO, space: BinaryIO, most: int) -> BinaryIO:
    """Return the bare tar, which a gzip is unpacked to; raises _Refused for more than `most`."""
    is_packed = file.read(len(_GZIP)) == _GZIP
    file.seek(0)
    if is_packed:
        with gzip.GzipFile(fileobj=file) as unpacked:
            while space.tell() <= most and (part := unpacked.read(_CHUNK)):
                space.write(part)
        file = space
    if file.seek(0, io.SEEK_END) > most:
        raise _Refused("The tar archive is too large when it is unpacked.")
    file.seek(0)
    return file


def _tar_entries(file: BinaryIO) -> Iterator[Entry]:
    with tarfile.open(
        fileobj=file, mode="r:", tarinfo=_Member, encoding="utf-8", errors="replace"
    ) as archive:
        for member in archive:

            def read(limit: int, called: str, member: tarfile.TarInfo = member) -> bytes | str:
                if member.size > limit:
                    return too_large(called, member.size, limit)
                file.seek(member.offset_data)
                return file.read(member.size)

            if member.issym() or member.islnk():
                kind = "a link"
            elif member.isreg() and not member.issparse():
                kind = FILE
            else:
                kind = FOLDER if member.isdir() else "something else"
            yield Entry(member.name, kind, read if kind == FILE else None)
        file.seek(archive.offset)
        if file.read(tarfile.BLOCKSIZE).strip(b"\0"):
            # tarfile takes a broken header for the end, and would lose the files behind it
            raise tarfile.ReadError("a header is damaged")


def _tree(
    entries: Iterable[Entry], name: str, deepest: int, kind: str, most: int, space: BinaryIO
) -> Packed:
    """Put entries in their folders; what two entries claim is neither of them."""
    folders: dict[tuple[str, ...], dict[str, Node]] = {(): {}}
    outside, lost = [], []
    made = 0
    for entry in entries:
        path = entry.path.replace("\\", "/")  # some programs on Windows write it so
        parts = tuple(part for part in path.split("/") if part not in ("", "."))
        if path.startswith("/") or _DRIVE.match(path) or ".." in parts or "\0" in path:
            outside.append(entry.path)
            continue
        ends = range(1, len(parts) + (entry.kind == FOLDER)) if len(parts) <= deepest else ()
        for end in ends:
            above, here = folders.get(parts[: end - 1]), parts[:end]
            if above is not None and here not in folders and here[-1] not in above:
                folders[here] = {}
                above[here[-1]] = _folder(here[-1], folders[here])
                made += 1
        inside = folders.get(parts[:-1]) if 0 < len(parts) <= deepest else None
        if inside is None:
            lost += [entry.path] if entry.kind != FOLDER else []
        elif parts[-1] not in inside:
            inside[parts[-1]] = Node(parts[-1], entry.kind, reader=entry.read)
            made += 1
        elif not inside[parts[-1]].kind == entry.kind == FOLDER:
            inside[parts[-1]] = Node(parts[-1], "in the archive more than once")
            folders.pop(parts, None)
        if made > most:
            raise _Refused(f"The {kind} archive holds more than {most} files and folders.")
    root = replace(_folder(name, folders[()]), left_out=(*outside, *lost))
    return Packed(root, tuple(outside), space)


def _folder(name: str, inside: dict[str, Node]) -> Node:
    return Node(name, FOLDER, lambda: [node for _, node in sorted(inside.items())])
