"""What an examiner tells its supervisor, as it happens; both are ours."""

import os
import struct
from typing import Any, Literal

import msgspec

from grader.border.contract import Contract
from grader.cases.case_info import CaseInfo
from grader.model.course import MIB
from grader.model.report import UNDECODABLE, FailureKind

from .fair_calls import FairCall


class Failure(msgspec.Struct, frozen=True):
    """Why a case did not pass, in kinds that a sentence can be made from."""

    kind: FailureKind
    type_name: str = ""  # of the exception, or of the result
    expected_type: str = ""
    text: str = ""
    file: str = ""
    line: int = 0
    column: int = 0

    def for_author(self) -> str:
        """Say what was raised, and where, to whoever wrote the reference and the hidden files."""
        name = self.type_name.partition("|")[0].rpartition(".")[2]
        said = ": ".join(filter(None, (name, self.text.rstrip("."))))
        places = (self.file, f"line {self.line}" if self.line else "")
        where = ", ".join(filter(None, places))
        return f"{said} ({where})" if where else said


class CaseResult(msgspec.Struct):
    """What one case came to."""

    id: str
    outcome: str
    failure: Failure | None = None
    shown: tuple[str | None, str | None, str | None] = (None, None, None)
    calls: list[tuple[str, str]] = []
    left_out: int = 0
    frames: list[tuple[str, int, str, str]] = []
    text: str | None = None
    fingerprint: str = ""
    inputs: str = ""
    callables: list[str] = []
    last_kind: str = ""  # the last function that was called, and the kind of what it gave
    has_printed: bool = False
    share: float | None = None  # partial credit, 0 to 1
    seconds: float = 0.0


class Collected(msgspec.Struct, tag=True):
    """Everything that pytest found; files that could not be imported stand in `broken`."""

    cases: list[CaseInfo]
    broken: dict[str, Failure]
    fixtures: list[str]


class Started(msgspec.Struct, tag=True):
    """A case begins."""

    id: str


class Ended(msgspec.Struct, tag=True):
    """A case is over."""

    result: CaseResult
    contract: Contract | None = None  # what a recorded run has learned so far


class EarlyNames(msgspec.Struct):
    """What hidden cases ask of the student's modules while they are collected."""

    modules: list[str] = []
    functions: list[tuple[str, str, tuple[Any, ...]]] = []  # module, name, facts
    classes: list[tuple[str, str]] = []  # module, name
    can_wait: bool = True  # nothing else was asked


class HiddenParts(msgspec.Struct):
    """What stands in the calls of hidden cases and in their answers, in a recorded run."""

    parts: set[str] = set()  # digests of calls, and of texts and containers in them
    raised: set[str] = set()  # function and type, where the reference raises what a case calls for


class Finished(msgspec.Struct, tag=True):
    """The examiner is done, or cannot go on because of the submission."""

    why: str  # done ended breach printed memory deep unbound
    printed: str
    detail: str = ""  # what rule a breach broke; for the instructor
    early: EarlyNames | None = None  # of a recorded run
    hidden: HiddenParts | None = None  # the same


class Drawn(msgspec.Struct, tag=True):
    """The calls that a submission may be asked, and what is wrong with the author's inputs."""

    calls: list[FairCall]
    faults: list[str]


class Differs(msgspec.Struct, tag=True):
    """A submission answers a fair call otherwise than the reference."""

    number: int  # of the call
    how: Literal["gave", "raised", "changed"]
    expected: str
    got: str


class Met(msgspec.Struct, tag=True):
    """From here on the examiner hears a submission: what ends it is the submission's doing."""


class Placed(msgspec.Struct, tag=True):
    """The submission says where it is, since it was asked; nothing makes it say the truth."""

    file: str
    line: int


class Fault(msgspec.Struct, tag=True):
    """The examiner itself failed: ours."""

    text: str


Event = Collected | Started | Ended | Finished | Drawn | Differs | Met | Placed | Fault
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Event)
_HEADER = struct.Struct("<I")
_MAX_BYTES = 64 * MIB  # of one event


class UnreadableEvent(Exception):
    """What came is no event of ours: the examiner is not itself any more."""


def write_event(descriptor: int, event: Event) -> None:
    """Send one event to the supervisor."""
    data = _encoder.encode(event)
    data = _HEADER.pack(len(data)) + data
    while data:
        data = data[os.write(descriptor, data) :]


class EventReader:
    """Cuts the bytes of an events pipe into events."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Event]:
        """Take bytes in; give back the events that are complete; raises UnreadableEvent."""
        self._buffer += data
        found: list[Event] = []
        while len(self._buffer) >= _HEADER.size:
            (size,) = _HEADER.unpack_from(self._buffer)
            if size > _MAX_BYTES:
                raise UnreadableEvent("an event is too large")
            if len(self._buffer) < _HEADER.size + size:
                break
            try:
                found.append(_decoder.decode(self._buffer[_HEADER.size : _HEADER.size + size]))
            except UNDECODABLE as error:
                raise UnreadableEvent(str(error)) from error
            del self._buffer[: _HEADER.size + size]
        return found
