"""Events arrive whole, however a pipe cuts them."""

import os

import pytest

from grader.judge.events import (
    Ended,
    Event,
    EventReader,
    Fault,
    Finished,
    Started,
    UnreadableEvent,
    write_event,
)
from tests.unit.judge.builders import a_case, a_result, collected

EVENTS: list[Event] = [
    collected(a_case("one", hint="ü")),
    Started("one"),
    Ended(a_result("one", "failed", calls=[("add(1)", "2" * 3000)], share=0.5)),
    Finished("done", "printed"),
    Fault("KeyError"),
]


def written(*events: Event) -> bytes:
    """Give the bytes that an examiner writes."""
    reading, writing = os.pipe()
    with open(reading, "rb") as pipe:  # noqa: PTH123  # a descriptor has no path
        for event in events:
            write_event(writing, event)
        os.close(writing)
        return pipe.read()


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 64, 4096, 1 << 20])
def test_events_survive_any_cut(size: int) -> None:
    """Pieces of any size give the same events, in order."""
    data, reader = written(*EVENTS), EventReader()

    found = [e for at in range(0, len(data), size) for e in reader.feed(data[at : at + size])]

    assert found == EVENTS


def test_half_an_event_is_none() -> None:
    """What is not complete is not given back."""
    data, reader = written(*EVENTS[:2]), EventReader()

    assert reader.feed(data[:-1]) == EVENTS[:1]
    assert reader.feed(b"") == []
    assert reader.feed(data[-1:]) == EVENTS[1:2]


def test_bytes_that_are_no_event_raise() -> None:
    """What is no event of ours is not read on; nor is one that announces too much."""
    no_text = written(Started("abc")).replace(b"abc", b"\xff\xfe\xfd")
    for data in (b"\x01\x00\x00\x00\xc1", b"\xff\xff\xff\xff", no_text):
        with pytest.raises(UnreadableEvent):
            EventReader().feed(data)
