"""Carries out the orders to read a stranger's bytes; has no bound of time or memory of its own.

It is done in the confined process behind `reading_room`.
"""

import io

import msgspec

from grader.model.course import MIB

from .archives import open_archive
from .notebooks import join_cells
from .reading_room import Order, ReadArchive, Taken
from .student_files import StudentFiles

_MOST_UNPACKED = 64 * MIB  # of all that a student's archive holds
_decoder = msgspec.msgpack.Decoder(Order)


def carry_out(message: bytes) -> bytes:
    """Carry out an order as it crosses; the answer crosses too."""
    return msgspec.msgpack.encode(read_here(_decoder.decode(message)))


def read_here(order: Order) -> Taken:
    """Read handed-in files in this process."""
    if not isinstance(order, ReadArchive):
        return join_cells(order.data, order.lesson)
    root = open_archive(order.kind, io.BytesIO(order.data), most_bytes=_MOST_UNPACKED)
    if isinstance(root, str):
        return Taken(refused=f"{root} Submit {order.lesson.module_file} itself.")
    return StudentFiles(order.lesson, read_here).take_folder(root, is_archive=True)
