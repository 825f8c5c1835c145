"""Reads zip and tar archives as trees of files; nothing of them is ever unpacked to a folder."""

import gzip
import io
import re
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import IO, Self

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


class _Entry(Struct, frozen=True):
    """One entry as its archive names it."""

    path: str
    kind: str
    read: Callable[[int, str], bytes | str]


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


def open_archive(suffix: str, data: bytes, bounds: IntakeBounds) -> Node | str:
    """Open a student's archive of a known kind, or say why it is refused."""
    kind = _KINDS[suffix.lower()]
    if kind == "zip":
        entries = _zip_entries(io.BytesIO(data), bounds.unpacked_bytes)
    else:
        entries = _tar_entries(io.BytesIO(data), io.BytesIO(), bounds.unpacked_bytes)
    root = _tree(entries, suffix, kind, bounds.archive_entries, bounds.path_parts)
    if isinstance(root, str):
        return root
    outside = next((path for path in root.left_out if _parts(path) is None), None)
    if outside is not None:
        what = "holds a file that would lie outside its own folder"
        return f"The {kind} archive {what}: {brief(outside)}."
    is_empty = not (root.children() or root.left_out)
    return f"The {kind} archive is empty." if is_empty else root


def open_class_archive(
    file: IO[bytes], space: IO[bytes], name: str, bounds: IntakeBounds
) -> Node | str:
    """Open an archive that an instructor names, or say why not; both files must stay open.

    What is packed with gzip is unpacked to `space`, and a zip is never unpacked as a whole.
    """
    suffix = archive_suffix(name) or ""
    kind = _KINDS.get(suffix.lower())
    if kind is None:
        return f"An archive of the kind {suffix} cannot be opened. Unpack it, or pack it as a zip."
    if kind == "zip":
        entries = _zip_entries(file, None)
    else:
        entries = _tar_entries(file, space, bounds.class_unpacked_bytes)
    return _tree(entries, name, kind, bounds.class_entries, bounds.path_parts)


def _zip_entries(file: IO[bytes], most_bytes: int | None) -> Iterator[_Entry]:
    archive = zipfile.ZipFile(file)
    if most_bytes is not None and sum(i.file_size for i in archive.infolist()) > most_bytes:
        raise _Refused("The zip archive is too large when it is unpacked.")
    for info in archive.infolist():

        def read(limit: int, called: str, info: zipfile.ZipInfo = info) -> bytes | str:
            return _read_zipped(archive, info, limit, called)

        name = info.orig_filename
        if not info.flag_bits & _IS_UTF8:
            with suppress(UnicodeError):
                name = name.encode("cp437").decode("utf-8")  # macOS writes so, without the flag
        mode = info.external_attr >> 16
        kind = kind_of(mode) if mode & 0o170000 else FILE
        if kind in (FILE, FOLDER):  # which of them the name says
            kind = FOLDER if name.endswith(("/", "\\")) else FILE
        yield _Entry(name, kind, read)


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


def _tar_entries(file: IO[bytes], space: IO[bytes], most_bytes: int) -> Iterator[_Entry]:
    if file.read(len(_GZIP)) == _GZIP:
        file.seek(0)
        with gzip.GzipFile(fileobj=file) as unpacked:
            while space.tell() <= most_bytes and (part := unpacked.read(_CHUNK)):
                space.write(part)
        file = space
    if file.seek(0, io.SEEK_END) > most_bytes:
        raise _Refused("The tar archive is too large when it is unpacked.")
    file.seek(0)
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
            yield _Entry(member.name, kind, read)
        file.seek(archive.offset)
        if file.read(tarfile.BLOCKSIZE).strip(b"\0"):
            # tarfile takes a broken header for the end, and would lose the files behind it
            raise tarfile.ReadError("a header is damaged")


def _parts(path: str) -> tuple[str, ...] | None:
    """Part an entry's path; return None for one that leads outside of the archive."""
    path = path.replace("\\", "/")  # some programs on Windows write it so
    parts = tuple(part for part in path.split("/") if part not in ("", "."))
    is_outside = path.startswith("/") or _DRIVE.match(path) or ".." in parts or "\0" in path
    return None if is_outside else parts


def _tree(entries: Iterable[_Entry], name: str, kind: str, most: int, deepest: int) -> Node | str:
    """Put entries in their folders; what two entries claim is neither of them."""
    folders: dict[tuple[str, ...], dict[str, Node]] = {(): {}}
    left_out: list[str] = []
    try:
        for number, entry in enumerate(entries, 1):
            parts = _parts(entry.path)
            is_lost = parts is None or len(parts) > deepest or not _put(entry, parts, folders)
            if is_lost:
                left_out.append(entry.path)
            if max(number, len(folders)) > most:
                return f"The {kind} archive holds more than {most} files and folders."
    except _Refused as refused:
        return str(refused)
    except _UNSOUND:
        return f"The {kind} archive cannot be opened: it is damaged or no {kind}."
    return replace(_folder(name, folders[()]), left_out=tuple(left_out))


_Folders = dict[tuple[str, ...], dict[str, Node]]


def _put(entry: _Entry, parts: tuple[str, ...], folders: _Folders) -> bool:
    """Put an entry in its place; return False where a file is in the way."""
    above = _made(parts[:-1], folders)
    if above is None or not parts:
        return not parts
    name = parts[-1]
    if name not in above:
        if entry.kind == FOLDER:
            _made(parts, folders)
        else:
            above[name] = Node(name, entry.kind, reader=entry.read if entry.kind == FILE else None)
    elif not (entry.kind == FOLDER and parts in folders):
        above[name] = Node(name, "in the archive more than once")
        folders.pop(parts, None)
    return True


def _made(path: tuple[str, ...], folders: _Folders) -> dict[str, Node] | None:
    """Return what a folder holds, made with all above it; None where a file is in the way."""
    if path not in folders:
        above = _made(path[:-1], folders)
        if above is None or path[-1] in above:
            return None
        folders[path] = {}
        above[path[-1]] = _folder(path[-1], folders[path])
    return folders[path]


def _folder(name: str, inside: dict[str, Node]) -> Node:
    return Node(name, FOLDER, lambda: [node for _, node in sorted(inside.items())])
