"""The one door to whatever a stranger's bytes hold: it gives what was read, or a sentence.

Behind it is a confined process, so that no bytes cost anybody but the one who submitted them.
"""

from contextlib import suppress
from typing import Self

import msgspec

from grader.intake.read_requests import (
    FindFault,
    Order,
    Taken,
    most_answered,
    what_is_read,
    what_to_do,
)
from grader.model.course import Limits
from grader.sandbox.room import READING, Lost, Room

_ENTRY = "grader.intake.file_reader:carry_out"
_taken = msgspec.msgpack.Decoder(Taken)


class ReadingRoom:
    """Reads handed-in files; to be closed."""

    def __init__(self, limits: Limits = READING) -> None:
        self._limits = limits
        self._room = Room(_ENTRY, limits)

    def read(self, order: Order) -> Taken:
        """Take what handed-in files hold; what cannot be read is refused with a sentence."""
        answer = self._room.ask(msgspec.msgpack.encode(order), most_answered(order))
        if isinstance(answer, Lost):
            return Taken(refused=self._sentence(order, answer))
        asked = () if isinstance(order, FindFault) else order.lesson.hand_in
        with suppress(msgspec.MsgspecError, ValueError, RecursionError):
            taken = _taken.decode(answer)
            if taken.sources.keys() <= set(asked):
                return taken
        return Taken(refused=self._sentence(order, Lost.ENDED))

    def _sentence(self, order: Order, lost: Lost) -> str:
        limits = self._limits
        why = {
            Lost.SLOW: f"takes too long to read: {limits.seconds_in_all:g} seconds are the limit.",
            Lost.MEMORY: "needs too much memory to be read: "
            f"{limits.memory_mib} MiB are the limit.",
            Lost.ENDED: "cannot be read: it is damaged.",
        }
        return f"{what_is_read(order)} {why[lost]}{what_to_do(order)}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._room.close()
