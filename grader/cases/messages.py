"""What a jail that runs hidden cases is told, and what it tells: closed types of bounded size.

The jail's end shares its process with a submission, so nothing in it can be relied on but its form.
"""

import struct
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from .case_info import CaseInfo

LONGEST_TEXT = 2_000  # characters of any text that is told
MOST_FRAMES = 40
MOST_TYPES = 20
MOST_BYTES = 32 << 20  # of all that one run tells: thousands of cases that fail at length

_HEADER = struct.Struct("<I")
_Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
_Number = Annotated[int, msgspec.Meta(ge=0, le=1 << 30)]
Outcome = Literal["passed", "failed", "error", "skipped", "xfailed", "xpassed", "out_of_memory"]


class Task(msgspec.Struct, frozen=True):
    """One run: what was submitted, the hidden folder, and which cases of it to run."""

    sources: dict[str, bytes]
    hidden: dict[str, bytes]
    folder: str  # where the hidden folder is laid out, and tmp_path lies
    todo: list[str] | None = None  # in the order to run; None: all, as written
    until_failure: bool = False
    plugins: tuple[str, ...] = ()  # modules, for pytest to load


class _Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Refuses what it does not know."""


class Line(_Told, frozen=True):
    """One frame of a traceback that is the submission's or a hidden file's."""

    is_hidden: bool
    file: _Text  # below the folder of either
    number: _Number
    function: _Text


class Side(_Told, frozen=True):
    """One side of a comparison."""

    kind: _Text
    text: _Text


class Compared(_Told, frozen=True):
    """The comparison that failed."""

    got: Side
    expected: Side
    operator: _Text


class Trouble(_Told, frozen=True):
    """An exception that kept a case from passing."""

    types: Annotated[list[_Text], msgspec.Meta(max_length=MOST_TYPES)]  # it and its bases
    text: _Text
    lines: Annotated[list[Line], msgspec.Meta(max_length=MOST_FRAMES)]  # outermost first
    is_assertion: bool = False
    is_import: bool = False  # an ImportError or a SyntaxError
    column: _Number = 0
    compared: Compared | None = None


class Found(_Told, frozen=True, tag=True):
    """What pytest collected, and the hidden files that could not be imported."""

    cases: list[CaseInfo]
    broken: dict[_Text, Trouble]


class Began(_Told, frozen=True, tag=True):
    """A case begins."""

    case: _Text


class Went(_Told, frozen=True, tag=True):
    """A case is over."""

    case: _Text
    outcome: Outcome
    seconds: float
    trouble: Trouble | None = None
    share: float | None = None  # partial credit, 0 to 1


class Over(_Told, frozen=True, tag=True):
    """Every case was run, or this process is too full to go on."""

    is_full: bool = False


Told = Found | Began | Went | Over
_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(Told)


class UnreadableTold(Exception):
    """What came has not the form of anything that is told."""


def framed(told: Told) -> bytes:
    """Write one message for the channel."""
    data = _encode(told)
    return _HEADER.pack(len(data)) + data


class ToldReader:
    """Cuts the bytes of a channel into what was told."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._taken = 0

    def feed(self, data: bytes) -> Iterator[Told]:
        """Take bytes in; yield what is complete, up to what raises UnreadableTold."""
        self._buffer += data
        self._taken += len(data)
        while len(self._buffer) >= _HEADER.size:
            (size,) = _HEADER.unpack_from(self._buffer)
            if size > MOST_BYTES:
                raise UnreadableTold("a message is too long")
            if len(self._buffer) < _HEADER.size + size:
                break
            whole = bytes(self._buffer[_HEADER.size : _HEADER.size + size])
            del self._buffer[: _HEADER.size + size]
            try:
                told: Told = _decoder.decode(whole)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise UnreadableTold(str(error)) from error
            yield told
        if self._taken > MOST_BYTES:
            raise UnreadableTold(f"more than {MOST_BYTES >> 20} MiB were told")
