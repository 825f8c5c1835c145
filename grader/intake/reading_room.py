"""The one door to whatever a stranger's bytes hold: it gives what was read, or a sentence.

Behind it is a confined process, so that no bytes cost anybody but the one who submitted them.
Orders cross to it and answers come back, so both are plain data; `file_reader` carries them out.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Self

import msgspec
from msgspec import Meta, Struct, field

from grader.model.course import MIB, Lesson, Limits
from grader.model.report import Verdict
from grader.model.submission import Cell
from grader.sandbox.room import READING, Lost, Room

_ENTRY = "grader.intake.file_reader:carry_out"
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


class ReadArchive(Struct, frozen=True, tag=True):
    """Take the lesson's files from an archive."""

    kind: str
    data: bytes
    lesson: Lesson


class ReadNotebook(Struct, frozen=True, tag=True):
    """Make the lesson's module of a notebook."""

    data: bytes
    lesson: Lesson


Order = ReadArchive | ReadNotebook
Read = Callable[[Order], Taken]
_taken = msgspec.msgpack.Decoder(Taken)


class ReadingRoom:
    """Reads handed-in files; to be closed."""

    def __init__(self, limits: Limits = READING) -> None:
        self._limits = limits
        self._room = Room(_ENTRY, limits)

    def read(self, order: Order) -> Taken:
        """Take what handed-in files hold; what cannot be read is refused with a sentence.

        An answer is bounded by what a sound one can hold: a few bytes of it can cost hundreds in
        memory, whoever wrote them.
        """
        asked = order.lesson.hand_in
        most_bytes = order.lesson.limits.source_bytes * len(asked) + _NAMES_BYTES
        answer = self._room.ask(msgspec.msgpack.encode(order), most_bytes)
        lost = answer if isinstance(answer, Lost) else Lost.ENDED
        if not isinstance(answer, Lost):
            with suppress(msgspec.MsgspecError, ValueError, RecursionError):
                taken = _taken.decode(answer)
                if taken.sources.keys() <= set(asked):
                    return taken
        return Taken(refused=self._sentence(order, lost))

    def _sentence(self, order: Order, lost: Lost) -> str:
        limits = self._limits
        why = {
            Lost.SLOW: f"takes too long to read: {limits.seconds_in_all:g} seconds are the limit.",
            Lost.MEMORY: f"needs too much memory to be read: {limits.memory_mib} MiB are the "
            "limit.",
            Lost.ENDED: "cannot be read: it is damaged.",
        }[lost]
        module = order.lesson.module_file
        if isinstance(order, ReadArchive):
            return f"The archive {why} Submit {module} itself."
        return f"The notebook {why} Save its code as {module} and hand that in."

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._room.close()
