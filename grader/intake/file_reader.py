"""Carries out the orders to read a stranger's bytes; has no bound of time or memory of its own.

The flows have it done in a confined process (`flows.reading_room`).
"""

from collections.abc import Mapping

import msgspec

from grader.model.mistake_overlay import what_differs
from grader.model.report import Verdict
from grader.model.similarity.tokens import Tokens
from grader.model.similarity.works import read_files

from .archives import open_archive
from .notebooks import join_cells
from .read_requests import (
    DecodeTexts,
    FileOrder,
    FindDifference,
    FindFault,
    Order,
    ReadArchive,
    ReadNotebook,
    ReadTokens,
    Taken,
)
from .source_text import source_text
from .student_files import StudentFiles
from .text_faults import text_fault

_decoder = msgspec.msgpack.Decoder(Order)


def carry_out(message: bytes) -> bytes:
    """Carry out an order as it crosses; the answer crosses too."""
    return msgspec.msgpack.encode(_answer(_decoder.decode(message)))


def read_here(order: FileOrder) -> Taken:
    """Read handed-in files in this process."""
    match order:
        case ReadArchive():
            return _archive(order)
        case ReadNotebook():
            return _notebook(order)
        case FindFault():
            return Taken(refused=text_fault(order.sources))


def _answer(order: Order) -> Taken | Mapping[str, str] | Mapping[str, Tokens]:
    match order:
        case DecodeTexts():
            return {name: source_text(data) for name, data in order.sources.items()}
        case FindDifference():
            return {order.name: _difference(order)}
        case ReadTokens():
            return read_files(order.texts, order.most)
        case _:
            return read_here(order)


def _difference(order: FindDifference) -> str:
    try:
        return what_differs(order.whole, order.other)
    except (SyntaxError, ValueError):
        return ""


def _archive(order: ReadArchive) -> Taken:
    packed = open_archive(order.suffix, order.data, order.bounds)
    if isinstance(packed, str):
        return Taken(refused=f"{packed} Submit {order.lesson.module_file} itself.")
    return StudentFiles(order.lesson, order.bounds, read_here).take_unpacked(packed.root)


def _notebook(order: ReadNotebook) -> Taken:
    is_lenient = order.lesson.notebook == "lenient"
    joined = join_cells(order.data, order.lesson.limits.source_bytes, is_lenient=is_lenient)
    if isinstance(joined, str):
        return Taken(refused=joined)
    sources = {order.lesson.module_file: joined.source}
    if joined.fault is not None:
        # a module that is no Python is judged, and comes to this
        return Taken(sources, joined.fault, (), joined.cells, refused_as=Verdict.ERROR)
    return Taken(sources, text_fault(sources), (), joined.cells)
