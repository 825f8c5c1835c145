"""What is told of cases is read in one form only, whole however it is cut, and not without end."""

import math
import os

import msgspec
import pytest

from grader.cases.events import (
    LONGEST_TEXT,
    CaseEvent,
    CaseInfo,
    CaseResult,
    Collected,
    Ended,
    EventReader,
    Failure,
    Finished,
    Started,
    UnreadableEvent,
    write_event,
)

MIB = 1 << 20
FAILED = CaseResult(
    "test_sums.py::test_one",
    "failed",
    Failure("wrong_type", "list", "number", file="sums.py", line=3),
    (None, "1", "[1]"),
    calls=[("add(1)", "2" * 3000)],
    frames=[("test_sums.py", 3, "test_one", "assert add(1) == 1")],
    share=0.5,
)
ALL: list[CaseEvent] = [
    Collected([CaseInfo("test_sums.py::test_one", "ü")], {"b.py": Failure("import")}, []),
    Started("test_sums.py::test_one"),
    Ended(FAILED),
    Finished("done", "printed"),
]
RESULT = {"id": "a", "outcome": "failed"}


def reader(most_bytes: int = MIB) -> EventReader[CaseEvent]:
    """Read events of cases."""
    return EventReader(msgspec.msgpack.Decoder(CaseEvent), most_bytes)


def written(*events: msgspec.Struct) -> bytes:
    """Give the bytes of events."""
    reading, writing = os.pipe()
    with open(reading, "rb") as pipe:  # noqa: PTH123  # a descriptor has no path
        for event in events:
            write_event(writing, event)
        os.close(writing)
        return pipe.read()


def packed(message: object) -> bytes:
    """Frame anything that has a form in MessagePack."""
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(4, "little") + data


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 64, 4096, MIB])
def test_events_survive_any_cut(size: int) -> None:
    """Pieces of any size give the same events, in order."""
    data, reads = written(*ALL), reader()

    found = [e for at in range(0, len(data), size) for e in reads.feed(data[at : at + size])]

    assert found == ALL


def test_half_an_event_is_none() -> None:
    """What is not complete is not given back."""
    data, reads = written(*ALL[:2]), reader()

    assert list(reads.feed(data[:-1])) == ALL[:1]
    assert list(reads.feed(b"")) == []
    assert list(reads.feed(data[-1:])) == ALL[1:2]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "Finished", "why": "great"},
        {"type": "Finished", "why": "done", "more": True},
        {"type": "Fault", "text": "theirs"},
        {"type": "Started", "id": 3},
        {"type": "Started", "id": "x" * (LONGEST_TEXT + 1)},
        {"type": "Ended", "result": RESULT | {"outcome": "great"}},
        {"type": "Ended", "result": RESULT | {"more": 1}},
        {"type": "Ended", "result": RESULT | {"failure": {"kind": "great"}}},
        {"type": "Ended", "result": RESULT | {"failure": {"kind": "raised", "line": -1}}},
        {"type": "Ended", "result": RESULT | {"frames": [["a.py", 1 << 31, "f", ""]]}},
        {"type": "Ended", "result": RESULT | {"calls": [["x" * (LONGEST_TEXT + 1), ""]]}},
        {"type": "Ended", "result": RESULT | {"calls": [["", ""]] * 201}},
        {"type": "Ended", "result": RESULT | {"failure": {"kind": "exited", "text": "9" * 5000}}},
        {"type": "Ended", "result": RESULT | {"failure": {"kind": "import", "text": "hidden"}}},
        {"type": "Collected", "cases": [], "broken": {"a": {"kind": "hung"}}, "fixtures": []},
        ["Finished"],
        3,
    ],
    ids=lambda message: repr(message)[:60],
)
def test_another_form_is_refused(message: object) -> None:
    """Unknown types, fields and outcomes, wrong types, long texts and odd numbers are no event."""
    with pytest.raises(UnreadableEvent):
        list(reader().feed(packed(message)))


NO_TEXT = written(Started("abc")).replace(b"abc", b"\xff\xfe\xfd")


@pytest.mark.parametrize("data", [b"\xff\xff\xff\xff", b"rubbish" * 9, b"\x01\0\0\0\xc1", NO_TEXT])
def test_rubbish_is_refused(data: bytes) -> None:
    """Bytes that announce too much, hold nothing, or are no text where one belongs."""
    with pytest.raises(UnreadableEvent):
        list(reader().feed(data))


def test_what_came_before_rubbish_stands() -> None:
    """Events are given before the rest of what came is looked at."""
    reads = reader().feed(written(*ALL[:2]) + b"rubbish" * 9)

    assert [next(reads), next(reads)] == ALL[:2]
    with pytest.raises(UnreadableEvent):
        next(reads)


def test_nobody_tells_for_ever() -> None:
    """Sound events, too, are taken up to a bound."""
    one = written(Started("x" * LONGEST_TEXT))

    with pytest.raises(UnreadableEvent, match="1 MiB"):
        list(reader().feed(one * (MIB // len(one) + 1)))


@pytest.mark.parametrize("seconds", [math.nan, math.inf, -1.0])
def test_odd_numbers_cross(seconds: float) -> None:
    """Who reads a time looks whether it can be."""
    (found,) = reader().feed(written(Ended(CaseResult("a", "passed", seconds=seconds))))

    assert isinstance(found, Ended)
    assert repr(found.result.seconds) == repr(seconds)
