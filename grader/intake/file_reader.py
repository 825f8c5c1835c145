"""Carries out the orders to read a stranger's bytes; has no bound of time or memory of its own.

It is done in the confined process behind `reading_room`.
"""

import msgspec

from grader.model.report import Verdict

from .archives import open_archive
from .notebooks import join_cells
from .reading_room import Order, ReadArchive, Taken
from .student_files import StudentFiles, text_fault

_decoder = msgspec.msgpack.Decoder(Order)


def carry_out(message: bytes) -> bytes:
    """Carry out an order as it crosses; the answer crosses too."""
    return msgspec.msgpack.encode(read_here(_decoder.decode(message)))


def read_here(order: Order) -> Taken:
    """Read handed-in files in this process."""
    lesson = order.lesson
    if isinstance(order, ReadArchive):
        root = open_archive(order.suffix, order.data, order.bounds)
        if isinstance(root, str):
            return Taken(refused=f"{root} Submit {lesson.module_file} itself.")
        return StudentFiles(lesson, order.bounds, read_here).take_folder(root, "archive")
    is_strict = lesson.notebook == "strict"
    joined = join_cells(order.data, lesson.limits.source_bytes, is_strict=is_strict)
    if isinstance(joined, str):
        return Taken(refused=joined)
    sources = {lesson.module_file: joined.source}
    if joined.fault is None:
        return Taken(sources, text_fault(sources), (), joined.cells)
    # a module that is no Python is judged, and comes to this
    return Taken(sources, joined.fault, (), joined.cells, refused_as=Verdict.ERROR)
