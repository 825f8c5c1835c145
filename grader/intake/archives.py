"""Reads zip and tar archives as trees of files; nothing of them is ever unpacked to a folder.

What an archive may cost is for the sandbox to bound in which a student's archive is opened.
"""

import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Self

from msgspec.structs import replace

from .file_tree import FILE, FOLDER, Node, kind_of, too_large

_KINDS = {".zip": "zip", ".tar": "tar", ".tar.gz": "tar", ".tgz": "tar"}
# told apart only so that whoever submits them reads a sentence that fits
_OTHERS = (".7z", ".rar", ".tar.bz2", ".tar.xz", ".tar.zst", ".gz", ".bz2", ".xz")
# what zipfile and tarfile raise for bytes that are no sound archive
_UNSOUND = (zipfile.BadZipFile, tarfile.TarError, OSError, EOFError, RuntimeError, ValueError,
            OverflowError, struct.error, zlib.error)  # fmt: skip
_PACKED_BY = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack without a bound
_IS_LOCKED, _IS_UTF8 = 0x1, 0x800
_LONGEST_TOLD = 1 << 16  # bytes of a header that only tells of the next one


def archive_suffix(name: str) -> str | None:
    """Return the end of an archive's name, as it is written there."""
    plain = name.lower()
    found = [suffix for suffix in (*_KINDS, *_OTHERS) if plain.endswith(suffix)]
    return name[-len(max(found, key=len)) :] if found else None


def archive_kind(name: str) -> str | None:
    """Return how an archive of this name is opened, or nothing where it cannot be."""
    return _KINDS.get((archive_suffix(name) or "").lower())


def open_archive(
    kind: str, file: IO[bytes], name: str = "", most_bytes: int | None = None
) -> Node | str:
    """Open an archive whose file stays open, or say why it is refused: beyond `most_bytes`, say.

    Of two entries of one name neither is taken: programs differ in which of them they take.
    """
    unpacked = 0
    root: dict[str, Node | _Folder] = {}
    left_out: list[str] = []
    try:
        for path, size, node in (_zip_entries if kind == "zip" else _tar_entries)(file):
            unpacked += size
            if most_bytes is not None and unpacked > most_bytes:
                return f"The {kind} archive is too large when it is unpacked."
            parts = [part for part in path.split("/") if part not in ("", ".")]
            is_outside = path.startswith("/") or ".." in parts or "\0" in path
            if is_outside or not _put(node, parts, root):
                left_out.append(path)
    except _UNSOUND:
        return f"The {kind} archive cannot be opened: it is damaged or no {kind}."
    if not root and not left_out:
        return f"The {kind} archive is empty."
    return replace(_folder(name, root), left_out=tuple(left_out))


def _zip_entries(file: IO[bytes]) -> Iterator[tuple[str, int, Node]]:
    archive = zipfile.ZipFile(file)
    for info in archive.infolist():

        def read(limit: int, called: str, info: zipfile.ZipInfo = info) -> bytes | str:
            if info.flag_bits & _IS_LOCKED or info.compress_type not in _PACKED_BY:
                how = "locked with a password, or packed in a way that cannot be read"
                return f"{called} is {how}. Submit the file itself."
            if info.file_size > limit:
                return too_large(called, info.file_size, limit)
            try:
                with archive.open(info) as member:
                    data = member.read(limit + 1)
            except _UNSOUND:
                return f"{called} is damaged in the zip archive. Submit the file itself."
            return data if len(data) <= limit else too_large(called, len(data), limit)

        name = info.orig_filename
        if not info.flag_bits & _IS_UTF8:
            with suppress(UnicodeError):
                name = name.encode("cp437").decode("utf-8")  # macOS writes so, without the flag
        name = name.replace("\\", "/")  # some programs on Windows write it so
        mode = info.external_attr >> 16
        kind = kind_of(mode) if mode & 0o170000 else FILE
        if kind in (FILE, FOLDER):  # which of them the name says
            kind = FOLDER if name.endswith("/") else FILE
        yield name, info.file_size, Node("", kind, reader=read if kind == FILE else None)


class _Member(tarfile.TarInfo):
    """Bounds what a header tells of the next one: tarfile would take the square of its length."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        member = super().frombuf(buf, encoding, errors)
        if not member.isreg() and member.size > _LONGEST_TOLD:
            raise tarfile.ReadError("a header tells too much")
        return member


def _tar_entries(file: IO[bytes]) -> Iterator[tuple[str, int, Node]]:
    archive = tarfile.open(  # noqa: SIM115 - its members are read later
        fileobj=file, tarinfo=_Member, encoding="utf-8", errors="replace"
    )
    for member in archive:

        def read(limit: int, called: str, member: tarfile.TarInfo = member) -> bytes | str:
            if member.size > limit:
                return too_large(called, member.size, limit)
            try:
                unpacked = archive.extractfile(member)
                return unpacked.read() if unpacked else b""
            except _UNSOUND:
                return f"{called} is damaged in the tar archive. Submit the file itself."

        kind = FOLDER if member.isdir() else "something else"
        if member.issym() or member.islnk():
            kind = "a link"
        elif member.isreg() and not member.issparse():
            kind = FILE
        yield member.name, member.size, Node("", kind, reader=read if kind == FILE else None)
    rest = archive.fileobj
    if rest is not None and rest.seek(archive.offset) and rest.read(512).strip(b"\0"):
        # tarfile takes a broken header for the end, and would lose the files behind it
        raise tarfile.ReadError("a header is damaged")


class _Folder(dict[str, "Node | _Folder"]):
    """What a folder of an archive holds, by name."""


def _put(node: Node, parts: list[str], root: dict[str, Node | _Folder]) -> bool:
    """Put an entry in its place; return False where a file is in the way."""
    here = root
    for part in parts if node.kind == FOLDER else parts[:-1]:
        below = here.setdefault(part, _Folder())
        if not isinstance(below, _Folder):
            return False
        here = below
    if node.kind != FOLDER and parts:
        twice = Node(parts[-1], "in the archive more than once")
        here[parts[-1]] = twice if parts[-1] in here else replace(node, name=parts[-1])
    return True


def _folder(name: str, inside: dict[str, Node | _Folder]) -> Node:
    def children() -> list[Node]:
        named = sorted(inside.items())
        return [_folder(key, one) if isinstance(one, _Folder) else one for key, one in named]

    return Node(name, FOLDER, children)
