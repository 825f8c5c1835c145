"""Finds the text in a file of an author's: in archives, notebooks, bytecode, in any encoding.

What no text can be found in is named, and why; nothing is written to disk.
"""

import bz2
import codecs
import gzip
import io
import json
import lzma
import re
import tarfile
import tokenize
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from msgspec.structs import replace

from grader.intake.archive_tree import Packed
from grader.intake.bounds import BOUNDS
from grader.intake.file_tree import FOLDER, Node
from grader.intake.tar_tree import tar_tree
from grader.intake.zip_tree import zip_tree
from grader.model.course import MIB
from grader.model.similarity.near_copies import Spelling

from .bytecode import is_bytecode, operations, read_bytecode, words_of

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
_TAR_MARK = b"ustar"

Entry = tuple[str, bytes | str]  # what it is called, and what is in it or why that is not known


def _packed_entries(name: str, data: bytes) -> Iterator[Entry] | None:
    """Yield what is packed into a file; None where it is no packed file."""
    stream = next((opened for mark, opened in _STREAMS.items() if data.startswith(mark)), None)
    if stream is not None:
        return iter([(_bare(name), _unpacked(stream, data))])
    if zipfile.is_zipfile(io.BytesIO(data)) or data.startswith(b"PK\x03\x04"):
        return _entries(zip_tree(io.BytesIO(data), name, _RELEASE), name)
    if data[257:262] == _TAR_MARK or name.lower().endswith(".tar"):
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
    too_large = f"it is larger than {MOST_BYTES // MIB} MiB when it is unpacked"
    return found if len(found) <= MOST_BYTES else too_large


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


_DEPTH = 4  # an archive in an archive ...
_PICTURE = re.compile(rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP", re.DOTALL)
_STRINGS = re.compile(rb"[\t\n\r\x20-\x7e]{6,}")
_WIDE_STRINGS = re.compile(rb"(?:[\t\n\r\x20-\x7e]\0){6,}")
_UNKNOWN = "it is no text, and of no kind that can be opened"


@dataclass(frozen=True)
class Text:
    """A text, and where it was found."""

    place: str  # the file's name, and behind it those of what it was packed into
    text: str
    is_python: bool = False
    has_lines: bool = True  # as whoever opens the file sees them
    operations: Spelling | None = None  # of bytecode


@dataclass
class Inside:
    """What is in one file."""

    texts: list[Text] = field(default_factory=list)
    unread: dict[str, str] = field(default_factory=dict)  # why, by place
    _bytes_left: int = MOST_BYTES

    def look(self, place: str, data: bytes, depth: int = 0) -> None:
        """Look into a file, and into everything that is packed in it."""
        packed = _packed_entries(place, data)
        if packed is not None:
            self._unpack(place, packed, depth)
            self._add(Text(place, _strings(data), has_lines=False))
        elif is_bytecode(place, data):
            self._read_bytecode(place, data)
        elif (text := any_text(data)) is not None:
            self._read_text(place, text)
        elif _PICTURE.match(data):
            self._add(Text(place, _strings(data), has_lines=False))
        else:
            self.unread[place] = _UNKNOWN

    def _unpack(self, place: str, packed: Iterator[tuple[str, bytes | str]], depth: int) -> None:
        if depth == _DEPTH:
            self.unread[place] = f"it is packed more than {_DEPTH} times"
            return
        names = []
        for name, found in packed:
            inner = f"{place}/{name}"
            names.append(name)
            if isinstance(found, str):
                self.unread[inner] = found
                continue
            self._bytes_left -= len(found)
            if self._bytes_left < 0:
                self.unread[place] = f"it holds more than {MOST_BYTES} bytes when it is unpacked"
                return
            self.look(inner, found, depth + 1)
        self._add(Text(place, "\n".join(names), has_lines=False))

    def _read_bytecode(self, place: str, data: bytes) -> None:
        code = read_bytecode(data)
        if code is None:
            self.unread[place] = "it is bytecode of another Python than this one"
        else:
            done = operations(code)
            self._add(Text(place, words_of(code), has_lines=False, operations=done))

    def _read_text(self, place: str, text: str) -> None:
        cells = _cells(text) if '"cells"' in text or '"worksheets"' in text else None
        if cells is None:
            self._add(Text(place, text, is_python=place.endswith((".py", ".pyw", ".pyi"))))
        else:
            for kind, found in cells:
                self._add(Text(place, found, kind == "code", has_lines=False))

    def _add(self, text: Text) -> None:
        if text.text.strip() or text.operations:
            self.texts.append(text)


def look_inside(name: str, data: bytes) -> Inside:
    """Find all text in a file."""
    inside = Inside()
    inside.look(name, data)
    return inside


def _strings(data: bytes) -> str:
    found = [each[0] for each in _STRINGS.finditer(data)]
    found += [each[0].replace(b"\0", b"") for each in _WIDE_STRINGS.finditer(data)]
    return b"\n".join(found).decode("ascii")


def _cells(text: str) -> list[tuple[str, str]] | None:
    """List what a notebook says, a cell's source and everything else apart, with its kind."""
    found: list[tuple[str, str]] = []
    try:
        rest = "\n".join(_said(json.loads(text), found))
    except (ValueError, RecursionError):
        return None
    return [*found, ("", rest)]


def _said(value: object, code: list[tuple[str, str]]) -> Iterator[str]:
    """Yield all texts and numbers of a notebook; put aside what its code cells hold."""
    if isinstance(value, dict):
        is_code = value.get("cell_type") == "code"
        for key, inner in value.items():
            if is_code and key in ("source", "input"):
                code.append(("code", _joined(inner)))
            else:
                yield key
                yield from _said(inner, code)
    elif isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        yield _joined(value)
    elif isinstance(value, list) and not any(isinstance(one, dict | list) for one in value):
        yield json.dumps(value)
    elif isinstance(value, list):
        for inner in value:
            yield from _said(inner, code)
    else:
        yield str(value)


def _joined(source: object) -> str:
    if not isinstance(source, list):
        return str(source)
    # Jupyter leaves each line its end; programs that do not mean lines all the same
    lines = list(map(str, source))
    return ("" if any("\n" in line for line in lines) else "\n").join(lines)


_MARKS = (
    *((codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32")),
    *((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")),
)
_WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")  # as written without a mark
_CONTROLS = frozenset(range(0x20)) - frozenset(b"\t\n\v\f\r\x1b") | {0x7F}
_HEAD = 4096  # bytes in which an encoding is declared


def any_text(data: bytes) -> str | None:
    """Decode a text, or return None for what is none."""
    for name in _encodings(data):
        try:
            text = data.decode(name)
        except (UnicodeError, LookupError):
            continue
        if not _is_noise(text) and (name not in _WIDE or _is_likely(text)):
            return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return None


def _encodings(data: bytes) -> list[str]:
    marked = [name for mark, name in _MARKS if data.startswith(mark)]
    if marked:
        return marked
    if b"\0" in data:
        return list(_WIDE)
    return [*_declared(data), "utf-8", "latin-1"]


def _declared(data: bytes) -> list[str]:
    try:
        name, _ = tokenize.detect_encoding(io.BytesIO(data[:_HEAD]).readline)
    except (SyntaxError, ValueError):
        return []
    return [name]


def _is_noise(text: str) -> bool:
    """Whether there are signs in it that no text has."""
    return any(ord(sign) in _CONTROLS or 0xD800 <= ord(sign) < 0xE000 for sign in set(text))


def _is_likely(text: str) -> bool:
    """Whether bytes that nothing marks as wide characters are such: most are plain letters."""
    return 2 * sum(sign.isascii() for sign in text) > len(text)
