"""What can be asked to be read of a stranger's bytes; each order is carried out in `reading`.

An order crosses to a confined process and its answer comes back, so both are plain data.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from grader.model.course import Lesson
from grader.model.submission import Cell

from .bounds import IntakeBounds


@dataclass(frozen=True)
class Taken:
    """What one student handed in, or the sentence why there is nothing to judge."""

    sources: dict[str, bytes] = field(default_factory=dict)
    refused: str | None = None
    ignored: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()


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


class DecodeTexts(msgspec.Struct, frozen=True, tag=True):
    """Read source files as text; the answer is the texts by name."""

    sources: dict[str, bytes]


class ReadTokens(msgspec.Struct, frozen=True, tag=True):
    """Take texts apart, `most` tokens of each; the answer is the tokens by name."""

    texts: dict[str, str]
    most: int


FileOrder = ReadArchive | ReadNotebook | FindFault
Order = FileOrder | DecodeTexts | ReadTokens
Read = Callable[[FileOrder], Taken]


def what_is_read(order: Order) -> str:
    """Name what an order is about, as a sentence for the student begins."""
    match order:
        case ReadArchive():
            return "The archive"
        case ReadNotebook():
            return "The notebook"
        case ReadTokens(texts=named) | FindFault(sources=named) | DecodeTexts(sources=named):
            return " and ".join(named)


def what_to_do(order: Order) -> str:
    """Advise a student whose files could not be read."""
    if isinstance(order, ReadArchive):
        return f" Hand in {order.lesson.module_file} itself."
    if isinstance(order, ReadNotebook):
        return f" Save its code as {order.lesson.module_file} and hand that in."
    return ""
