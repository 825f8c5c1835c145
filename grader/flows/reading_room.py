"""The one door to whatever a stranger's bytes hold: it gives what was read, or a sentence.

Behind it is a confined process, so that no bytes cost anybody but the one who submitted them.
"""

from collections.abc import Callable
from typing import Self, TypeVar

import msgspec

from grader.intake.read_requests import (
    FileOrder,
    FindDifference,
    FindFault,
    Order,
    Taken,
    most_answered,
    what_is_read,
    what_to_do,
)
from grader.jail.room import Lost, Room, RoomLimits
from grader.model.course import MIB

_ENTRY = "grader.intake.file_reader:carry_out"
_T = TypeVar("_T")
_taken = msgspec.msgpack.Decoder(Taken)
_texts = msgspec.msgpack.Decoder(dict[str, str])


class ReadingRoom:
    """Reads handed-in files; to be closed."""

    def __init__(self, limits: RoomLimits = RoomLimits()) -> None:  # noqa: B008 - frozen
        self._limits = limits
        self._room = Room(_ENTRY, limits)

    def read(self, order: FileOrder) -> Taken:
        """Take what handed-in files hold; what cannot be read is refused with a sentence."""
        asked = () if isinstance(order, FindFault) else order.lesson.hand_in
        found = self._ask(order, _taken, lambda taken: taken.sources.keys() <= set(asked))
        return Taken(refused=found) if isinstance(found, str) else found

    def difference(self, name: str, whole: bytes, other: bytes) -> dict[str, str] | str:
        """Write, by its name, what a file defines otherwise, or say why that cannot be done."""
        order = FindDifference(name, whole, other)
        return self._ask(order, _texts, lambda texts: texts.keys() == {name})

    def _ask(
        self,
        order: Order,
        decoder: "msgspec.msgpack.Decoder[_T]",
        is_answer: Callable[[_T], bool],
    ) -> _T | str:
        answer = self._room.ask(msgspec.msgpack.encode(order), most_answered(order))
        if isinstance(answer, Lost):
            return self._sentence(order, answer)
        try:
            found = decoder.decode(answer)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return self._sentence(order, Lost.ENDED)
        return found if is_answer(found) else self._sentence(order, Lost.ENDED)

    def _sentence(self, order: Order, lost: Lost) -> str:
        limits = self._limits
        why = {
            Lost.SLOW: f"takes too long to read: {limits.cpu_seconds} seconds are the limit.",
            Lost.MEMORY: "needs too much memory to be read: "
            f"{limits.memory_bytes // MIB} MiB are the limit.",
            Lost.ENDED: "cannot be read: it is damaged.",
        }
        return f"{what_is_read(order)} {why[lost]}{what_to_do(order)}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._room.close(at_once=error is not None)
