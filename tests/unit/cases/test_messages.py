"""What a jail tells is taken in one form only, and not without end."""

import msgspec
import pytest

from grader.cases.case_info import CaseInfo
from grader.cases.messages import (
    LONGEST_TEXT,
    MOST_BYTES,
    MOST_FRAMES,
    Began,
    Compared,
    Found,
    Line,
    Over,
    Side,
    Told,
    ToldReader,
    Trouble,
    UnreadableTold,
    Went,
    framed,
)

TROUBLE = Trouble(
    ["builtins.AssertionError"],
    "assert 1 == 2",
    [Line(True, "test_sums.py", 3, "test_one")],
    is_assertion=True,
    compared=Compared(Side("number", "1"), Side("number", "2"), "=="),
)
ALL: list[Told] = [
    Found([CaseInfo("test_sums.py::test_one", "adds")], {"test_b.py": TROUBLE}),
    Began("test_sums.py::test_one"),
    Went("test_sums.py::test_one", "failed", 0.1, TROUBLE, 0.5),
    Over(),
]


def packed(message: object) -> bytes:
    """Frame anything that has a form in MessagePack."""
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(4, "little") + data


@pytest.mark.parametrize("size", [1, 3, 64, 1 << 20])
def test_messages_survive_any_cut(size: int) -> None:
    """Pieces of any size give the same messages, in order."""
    data, reader = b"".join(map(framed, ALL)), ToldReader()

    found = [one for at in range(0, len(data), size) for one in reader.feed(data[at : at + size])]

    assert found == ALL


@pytest.mark.parametrize(
    "message",
    [
        {"type": "Over", "is_full": 1},
        {"type": "Over", "more": True},
        {"type": "Nothing"},
        {"type": "Began", "case": 3},
        {"type": "Began", "case": "x" * (LONGEST_TEXT + 1)},
        {"type": "Went", "case": "a", "outcome": "great", "seconds": 0.0},
        {"type": "Went", "case": "a", "outcome": "failed", "seconds": 0.0, "trouble": {}},
        ["Over"],
        3,
    ],
    ids=repr,
)
def test_another_form_is_refused(message: object) -> None:
    """Unknown types, fields and outcomes, wrong types and long texts are no message."""
    with pytest.raises(UnreadableTold):
        list(ToldReader().feed(packed(message)))


def test_lines_are_bounded() -> None:
    """A traceback has so many lines, and none of a number that no file has."""
    many = msgspec.structs.replace(TROUBLE, lines=TROUBLE.lines * (MOST_FRAMES + 1))
    below = msgspec.structs.replace(TROUBLE, lines=[Line(True, "test_sums.py", -1, "f")])

    for trouble in (many, below):
        with pytest.raises(UnreadableTold):
            list(ToldReader().feed(framed(Went("a", "failed", 0.0, trouble))))


NO_TEXT = framed(Began("abc")).replace(b"abc", b"\xff\xfe\xfd")


@pytest.mark.parametrize("data", [b"\xff\xff\xff\xff", b"rubbish" * 9, b"\x01\0\0\0\xc1", NO_TEXT])
def test_rubbish_is_refused(data: bytes) -> None:
    """Bytes that announce too much, hold nothing, or are no text where one belongs."""
    with pytest.raises(UnreadableTold):
        list(ToldReader().feed(data))


def test_nobody_tells_for_ever() -> None:
    """Sound messages, too, are taken up to a bound."""
    one = framed(Began("x" * LONGEST_TEXT))
    many = one * (MOST_BYTES // len(one) + 1)

    with pytest.raises(UnreadableTold, match="32 MiB"):
        list(ToldReader().feed(many))
