"""Carries out the orders to read a stranger's bytes; has no bound of time or memory of its own.

It is done in the confined process behind `reading_room`.
"""

import re

import msgspec

from grader.model.report import Verdict

from .archives import open_archive
from .notebooks import join_cells
from .reading_room import FindFault, Order, ReadArchive, ReadNotebook, Taken
from .student_files import StudentFiles, declared_encoding

_KINDS = (
    (re.compile(rb"PK\x03\x04"), "a zip archive or an office document"),
    (re.compile(rb"%PDF-"), "a PDF document"),
    (re.compile(rb"\{\\rtf"), "saved as rich text"),
    (re.compile(rb"\s*<(!doctype\s+html|html)\b", re.IGNORECASE), "a web page"),
    (re.compile(rb'\s*\{.*?"(cells|worksheets|nbformat)"\s*:', re.DOTALL), "a notebook"),
)
_HAND_IN = "Save the code as plain text and hand that in."
_BEYOND_ASCII = bytes(range(128, 256))


def text_fault(sources: dict[str, bytes]) -> str | None:
    """Say what keeps the first unreadable Python file from being read."""
    for name, data in sources.items():
        if not name.endswith(".py"):
            continue
        plain = data.removeprefix(b"\xef\xbb\xbf")
        kind = next((words for pattern, words in _KINDS if pattern.match(plain)), None)
        if kind is not None:
            return f"{name} is {kind}, whatever it is called. {_HAND_IN}"
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return f"{name} is saved as UTF-16. Save it with the encoding UTF-8."
        if b"\0" in data:
            return f"{name} holds null bytes, so it is not text. Save it as a UTF-8 text file."
        is_needed = len(sources) == 1 or not name.endswith("__init__.py")
        if is_needed and not data.strip().removeprefix(b"\xef\xbb\xbf"):
            return f"{name} is empty."
        encoding = declared_encoding(data)
        if encoding == "utf-8":
            try:
                data.decode("utf-8")
            except UnicodeDecodeError as error:
                line = data[: error.start].count(b"\n") + 1
                return f"{name} is not UTF-8 text (line {line}). Save it with the encoding UTF-8."
        elif _spells_otherwise(data, encoding):
            return (
                f"{name} declares an encoding in which plain letters stand for others. Save it "
                "with the encoding UTF-8, and declare none."
            )
    return None


def _spells_otherwise(data: bytes, encoding: str) -> bool:
    """Whether a reader sees other code than Python runs, as in UTF-7 and where escapes are read."""
    plain = data.translate(None, _BEYOND_ASCII)
    try:
        return plain.decode(encoding) != plain.decode("ascii")
    except UnicodeError:
        return True
    except LookupError:  # as Python says when it is imported
        return False


_decoder = msgspec.msgpack.Decoder(Order)


def carry_out(message: bytes) -> bytes:
    """Carry out an order as it crosses; the answer crosses too."""
    return msgspec.msgpack.encode(read_here(_decoder.decode(message)))


def read_here(order: Order) -> Taken:
    """Read handed-in files in this process."""
    match order:
        case ReadArchive():
            root = open_archive(order.suffix, order.data, order.bounds)
            if isinstance(root, str):
                return Taken(refused=f"{root} Submit {order.lesson.module_file} itself.")
            return StudentFiles(order.lesson, order.bounds, read_here).take_folder(root, "archive")
        case ReadNotebook():
            lesson = order.lesson
            is_strict = lesson.notebook == "strict"
            joined = join_cells(order.data, lesson.limits.source_bytes, is_strict=is_strict)
            if isinstance(joined, str):
                return Taken(refused=joined)
            sources = {lesson.module_file: joined.source}
            if joined.fault is None:
                return Taken(sources, text_fault(sources), (), joined.cells)
            # a module that is no Python is judged, and comes to this
            return Taken(sources, joined.fault, (), joined.cells, refused_as=Verdict.ERROR)
        case FindFault():
            return Taken(refused=text_fault(order.sources))
