"""What is told of hidden cases as they run, by an examiner or by a jail that they run in.

A closed grammar. A submission may have talked its teller into anything, so a reader relies on the
form of an event alone, and takes so many bytes of them.
"""

import os
import struct
from collections.abc import Iterable, Iterator
from typing import Annotated, Generic, Literal, TypeVar

import msgspec

from grader.model.report import UNDECODABLE, FailureKind

CONFTEST = "conftest.py"  # a folder's own hooks and fixtures, which may be broken too
LONGEST_TEXT = 16_000  # characters of any text of a result
Number = Annotated[int, msgspec.Meta(ge=0, le=1 << 30)]
_MOST_CALLS = 200  # of one case, as the border keeps them
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
Calls = Annotated[list[tuple[Text, Text]], msgspec.Meta(max_length=_MOST_CALLS)]
Names = Annotated[list[Text], msgspec.Meta(max_length=10_000)]
Frames = Annotated[list[tuple[Text, Number, Text, Text]], msgspec.Meta(max_length=100)]
CaseOutcome = Literal[
    "passed", "xfailed", "xpassed", "skipped", "failed", "error", "timed_out", "out_of_memory"
]
Why = Literal["done", "ended", "breach", "printed", "memory", "unbound"]
Shown = tuple[Text | None, Text | None, Text | None]  # the call, what was expected, what was got


class CaseInfo(msgspec.Struct, frozen=True):
    """A hidden case as its author wrote it."""

    id: str
    sentence: str
    points: str = "1"
    hint: str | None = None
    reveal: str = "sentence"
    visibility: str = "visible"
    file: str = ""
    seconds: float | None = None  # a limit of the author's for this case


class Failure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a case did not pass, in kinds that a sentence can be made from."""

    kind: FailureKind
    type_name: Text = ""  # of the exception, or of the result
    expected_type: Text = ""
    text: Text = ""
    file: Text = ""
    line: Number = 0
    column: Number = 0

    def for_author(self) -> str:
        """Say what was raised, and where, to whoever wrote the reference and the hidden files."""
        name = self.type_name.partition("|")[0].rpartition(".")[2]
        said = ": ".join(filter(None, (name, self.text.rstrip("."))))
        places = (self.file, f"line {self.line}" if self.line else "")
        where = ", ".join(filter(None, places))
        return f"{said} ({where})" if where else said


_OF_A_FILE = frozenset(("import", "raised", "test_error"))
_OF_A_CASE = frozenset(
    "raised wrong_type wrong_value changed asserted not_raised object unusable arguments".split()
)


class CaseResult(msgspec.Struct, forbid_unknown_fields=True):
    """What one case came to."""

    id: Text
    outcome: CaseOutcome
    failure: Failure | None = None
    shown: Shown = (None, None, None)
    calls: Calls = []
    left_out: Number = 0
    frames: Frames = []  # of hidden files, outermost first
    text: Text | None = None
    fingerprint: Text = ""
    inputs: Text = ""
    callables: Names = []
    last_kind: Text = ""  # the last function that was called, and the kind of what it gave
    has_printed: bool = False
    share: float | None = None  # partial credit, 0 to 1
    seconds: float = 0.0


class Collected(msgspec.Struct, tag=True, forbid_unknown_fields=True):
    """Everything that pytest found; files that could not be imported stand in `broken`."""

    cases: Annotated[list[CaseInfo], msgspec.Meta(max_length=100_000)]
    broken: Annotated[dict[Text, Failure], msgspec.Meta(max_length=10_000)]
    fixtures: Names

    def __post_init__(self) -> None:
        _check_kinds(self.broken.values(), _OF_A_FILE)


class Started(msgspec.Struct, tag=True, forbid_unknown_fields=True):
    """A case begins."""

    id: Text


class Ended(msgspec.Struct, tag=True, forbid_unknown_fields=True):
    """A case is over."""

    result: CaseResult

    def __post_init__(self) -> None:
        _check_kinds(filter(None, [self.result.failure]), _OF_A_CASE)


def _check_kinds(failures: Iterable[Failure], known: frozenset[str]) -> None:
    """Raise ValueError for a failure that only the supervisor can find, or that another event has.

    Of some kinds more is shown than of a case, since nothing hidden can be in them.
    """
    if not known.issuperset(failure.kind for failure in failures):
        raise ValueError("a failure of another kind")


class Finished(msgspec.Struct, tag=True, forbid_unknown_fields=True):
    """No case is run any more: all are done, or the submission does not let them go on."""

    why: Why
    printed: str = ""
    detail: Text = ""  # what rule a breach broke; for the instructor


class TogetherTask(msgspec.Struct, frozen=True):
    """An order to a jail: what was submitted, the hidden folder, which cases of it to run."""

    sources: dict[str, bytes]
    hidden: dict[str, bytes]
    folder: str  # where the hidden folder is laid out, and tmp_path lies
    todo: list[str] | None = None  # in the order to run; None: all, as written
    plugins: tuple[str, ...] = ()  # modules, for pytest to load


CaseEvent = Collected | Started | Ended | Finished
Event = TypeVar("Event")
_encoder = msgspec.msgpack.Encoder()
_HEADER = struct.Struct("<I")


class UnreadableEvent(Exception):
    """What came is no event of the grammar, or none that can come now."""


def write_event(descriptor: int, event: msgspec.Struct) -> None:
    """Send one event to whoever reads them."""
    data = _encoder.encode(event)
    data = _HEADER.pack(len(data)) + data
    while data:
        data = data[os.write(descriptor, data) :]


class EventReader(Generic[Event]):
    """Cuts bytes into events of a grammar, up to so many bytes in all."""

    def __init__(self, decoder: msgspec.msgpack.Decoder[Event], most_bytes: int) -> None:
        self._decoder = decoder
        self._left = self._most = most_bytes
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Event]:
        """Take bytes in; yield the events that are complete, up to what raises UnreadableEvent."""
        self._buffer += data
        self._left -= len(data)
        while len(self._buffer) >= _HEADER.size:
            (size,) = _HEADER.unpack_from(self._buffer)
            if size > self._most:
                raise UnreadableEvent("an event is too large")
            if len(self._buffer) < _HEADER.size + size:
                break
            whole = bytes(self._buffer[_HEADER.size : _HEADER.size + size])
            del self._buffer[: _HEADER.size + size]
            try:
                event = self._decoder.decode(whole)
            except UNDECODABLE as error:
                raise UnreadableEvent(str(error)) from error
            yield event
        if self._left < 0:
            raise UnreadableEvent(f"more than {self._most >> 20} MiB were told")
