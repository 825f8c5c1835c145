"""What hidden cases ask next, and how they end, by all that was answered before.

An entry's key is a digest of every answer so far, one by one, so whoever gives the same bytes
comes to the same entry, and nobody else does; or of the program that is asked, which leads to what
came of its answers. What was not used for the longest goes first.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from grader.model.course import MIB
from grader.wire.tape import Turn

from .events import CaseResult, Differs
from .fair_calls import FairCall

MOST_BYTES = 16 * MIB  # of all entries of a lesson
NEAR = 0.5  # of a limit: who uses more is left to the clocks of a pair


class Question(msgspec.Struct, frozen=True, tag="asked"):
    """What is asked next, as bytes, and the case that asks it; no bytes: the files."""

    case: str
    question: bytes


class Over(msgspec.Struct, frozen=True, tag="over"):
    """Nothing more is asked: what each case came to, and what was printed with the answers."""

    results: tuple[CaseResult, ...]
    printed: str
    differs: Differs | None = None  # where not cases but fair calls were asked


class Span(msgspec.Struct, frozen=True, array_like=True):
    """The words of a program that stand in one line of a submission."""

    file: str
    line: int
    first: int
    last: int


class Same(msgspec.Struct, frozen=True, tag="same"):
    """What a program came to, by the key of that, and all that was said to it."""

    over: bytes
    said: bytes  # the words of it
    spans: list[Span] = []  # of the lines that the results name


class Row(msgspec.Struct, frozen=True, array_like=True):
    """One entry, as it is kept and handed on: a Question, an Over or a Same, written."""

    key: bytes
    entry: bytes


Entry = Question | Over | Same
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Entry)


class Contradiction(Exception):
    """Where the same was answered, something else was asked or came of it."""


def first_key(names: Iterable[str], todo: Sequence[str] | None) -> bytes:
    """Begin a conversation: which files are submitted, and which cases are to do."""
    return hashlib.sha256(_encoder.encode((sorted(names), todo))).digest()


def first_key_of_calls(
    names: Iterable[str], calls: Sequence[FairCall], ways_to_fail: Mapping[str, Collection[str]]
) -> bytes:
    """Begin one in which fair calls are asked in this order, until one goes wrong in such a way."""
    ways = sorted((function, sorted(ways)) for function, ways in ways_to_fail.items())
    return hashlib.sha256(b"calls" + _encoder.encode((sorted(names), calls, ways))).digest()


def key_of_program(first: bytes, digest: bytes) -> bytes:
    """Begin a conversation, one that need not be held, with a program."""
    return hashlib.sha256(b"program" + first + digest).digest()


def next_key(key: bytes, answer: bytes) -> bytes:
    """Go on by an answer."""
    return hashlib.sha256(key + answer).digest()


class Conversations:
    """All that is known of one lesson, bounded in bytes."""

    def __init__(self, rows: Iterable[Row] = (), most_bytes: int = MOST_BYTES) -> None:
        self._rows: dict[bytes, bytes] = {}  # what was used last stands last
        self._bytes = 0
        self._most = most_bytes
        self.add(rows)

    def __len__(self) -> int:
        return len(self._rows)

    def rows(self) -> list[Row]:
        """List all entries, what was not used for the longest first."""
        return [Row(key, entry) for key, entry in self._rows.items()]

    def find(self, key: bytes) -> Entry | None:
        """Say what comes there; None where nobody knows."""
        entry = self._rows.get(key)
        if entry is None:
            return None
        self.use((key,))
        found: Entry = _decoder.decode(entry)
        return found

    def use(self, keys: Iterable[bytes]) -> None:
        """Note that these were used."""
        for key in keys:
            if (entry := self._rows.pop(key, None)) is not None:
                self._rows[key] = entry

    def add(self, rows: Iterable[Row]) -> bool:
        """Take in entries; whether any is new. Raises Contradiction for one that is another."""
        is_new = False
        for row in rows:
            known = self._rows.pop(row.key, None)
            if known is None:
                is_new = True
                self._bytes += len(row.key) + len(row.entry)
            elif known != row.entry and not _are_programs(known, row.entry):
                raise Contradiction
            self._rows[row.key] = known or row.entry
        while self._bytes > self._most:
            key = next(iter(self._rows))
            self._bytes -= len(key) + len(self._rows.pop(key))
        return is_new


def _are_programs(*entries: bytes) -> bool:
    """Whether these tell of programs: one that answers by chance may come to this or that."""
    return all(isinstance(_decoder.decode(entry), Same) for entry in entries)


def row_of_program(key: bytes, same: Same) -> Row:
    """Write down what a program comes to that began with this key."""
    return Row(key, _encoder.encode(same))


def rows_of(first: bytes, turns: Sequence[Turn], over: Over) -> list[Row]:
    """Write one conversation; its first question hands over the files, whatever is in them."""
    rows, key = [], first
    for number, turn in enumerate(turns):
        asked = Question(turn.case, turn.question if number else b"")
        rows.append(Row(key, _encoder.encode(asked)))
        key = next_key(key, turn.answer)
    return [*rows, Row(key, _encoder.encode(over))]
