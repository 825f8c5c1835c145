"""What can be asked to be read of a stranger's bytes; each order is carried out in `file_reader`.

An order crosses to a confined process and its answer comes back, so both are plain data.
"""

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from grader.model.course import MIB, Lesson
from grader.model.report import Verdict
from grader.model.submission import Cell

from .file_tree import IntakeBounds

_NAMES_BYTES = 4 * MIB  # of what lies beside, in an answer


class Taken(Struct, frozen=True):
    """What one student submitted, or the sentence why there is nothing to judge."""

    sources: Annotated[dict[str, bytes], Meta(max_length=1000)] = field(default_factory=dict)
    refused: str | None = None
    ignored: Annotated[tuple[str, ...], Meta(max_length=10_000)] = ()
    cells: Annotated[tuple[Cell, ...], Meta(max_length=100_000)] = ()
    # called otherwise, and taken for the lesson's where it allows that
    renamed: Annotated[tuple[str, ...], Meta(max_length=1000)] = ()
    refused_as: Verdict = Verdict.UNREADABLE


class ReadArchive(msgspec.Struct, frozen=True, tag=True):
    """Take the lesson's files from an archive."""

    suffix: str
    data: bytes
    lesson: Lesson
    bounds: IntakeBounds


class ReadNotebook(msgspec.Struct, frozen=True, tag=True):
    """Make the lesson's module of a notebook."""

    data: bytes
    lesson: Lesson


class FindFault(msgspec.Struct, frozen=True, tag=True):
    """Say what keeps source files from being read; the answer holds nothing else."""

    sources: dict[str, bytes]


Order = ReadArchive | ReadNotebook | FindFault
Read = Callable[[Order], Taken]


def most_answered(order: Order) -> int:
    """Bound an answer, in bytes, by what a sound one can hold.

    A few bytes of it can cost hundreds in memory, whoever wrote them.
    """
    match order:
        case ReadArchive() | ReadNotebook():
            lesson = order.lesson
            return lesson.limits.source_bytes * len(lesson.hand_in) + _NAMES_BYTES
        case FindFault():
            return _NAMES_BYTES


def what_is_read(order: Order) -> str:
    """Name what an order is about, as a sentence for the student begins."""
    match order:
        case ReadArchive():
            return "The archive"
        case ReadNotebook():
            return "The notebook"
        case FindFault():
            return " and ".join(order.sources)


def what_to_do(order: Order) -> str:
    """Advise a student whose files could not be read."""
    if isinstance(order, ReadArchive):
        return f" Submit {order.lesson.module_file} itself."
    if isinstance(order, ReadNotebook):
        return f" Save its code as {order.lesson.module_file} and hand that in."
    return ""
