"""Data crosses by value, exactly, and shared containers stay shared."""

import collections
import datetime
import decimal
import fractions
import math
import pathlib
import re
import uuid
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.wire.atoms import Malformed
from grader.wire.marshal import Marshal
from grader.wire.values import ASK, Atom, Blob, Box, Known, Message, decode, encode
from tests.unit.wire.no_objects import NoObjects

MOMENT = datetime.datetime(2026, 9, 1, 8, 30, 1, 5, tzinfo=datetime.UTC)
VALUES = [
    None,
    Ellipsis,
    NotImplemented,
    True,
    -(10**40),
    -0.0,
    math.inf,
    1 - 2j,
    "Räder \udc80",
    b"\0\xff",
    bytearray(b"ab"),
    [1, [2.5]],
    (1, (2,)),
    {1, 2},
    frozenset({(1, 2)}),
    {(1, 2): [3], None: "x"},
    range(2, 9, 3),
    slice(1, None, 2),
    MOMENT,
    MOMENT.date(),
    MOMENT.timetz(),
    datetime.timedelta(days=-1, microseconds=3),
    datetime.timezone(datetime.timedelta(hours=5, minutes=30)),
    decimal.Decimal("1.10"),
    fractions.Fraction(-2, 3),
    uuid.UUID(int=7),
    pathlib.PurePosixPath("a/b"),
    re.compile("a+", re.IGNORECASE),
    collections.deque([1, 2], maxlen=3),
    collections.defaultdict(None, {1: [2]}),
    collections.OrderedDict([("b", 1), ("a", 2)]),
    collections.Counter("aab"),
]
plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@pytest.fixture
def sides() -> tuple[Marshal, Marshal]:
    """Both ends of a wire."""
    return Marshal(NoObjects(), 1), Marshal(NoObjects(), 2)


def crossed(value: Any, ours: Marshal, theirs: Marshal) -> Any:
    """Send a value as bytes and read it."""
    ours.start_message()
    message = Message(ASK, 1, "op", [ours.dump(value)], {}, [], [], [], [], {})
    theirs.start_message()
    return theirs.load(decode(encode(message)).args[0])


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_exact_types_survive(sides: tuple[Marshal, Marshal], value: Any) -> None:
    """What arrives is of the very type, and looks the same to the last sign."""
    found = crossed(value, *sides)

    assert type(found) is type(value)
    assert repr(found) == repr(value)


@pytest.mark.parametrize("value", [MOMENT.replace(fold=1), datetime.time(1, 30, fold=1)], ids=repr)
def test_the_second_of_two_like_hours_stays_the_second(
    sides: tuple[Marshal, Marshal], value: datetime.datetime | datetime.time
) -> None:
    """Which of the two it is, when clocks go back, is no part of what equals."""
    found = crossed(value, *sides)

    assert (found, found.fold) == (value, 1)


def test_nan_arrives_as_nan(sides: tuple[Marshal, Marshal]) -> None:
    """The one value that equals nothing crosses too."""
    assert math.isnan(crossed(math.nan, *sides))


@given(plain)
def test_any_data_arrives(value: Any) -> None:
    """Whatever is nested in whatever, it arrives as it was."""
    assert crossed(value, Marshal(NoObjects(), 1), Marshal(NoObjects(), 2)) == value


def test_what_is_shared_stays_shared(sides: tuple[Marshal, Marshal]) -> None:
    """One list in two places is one list, and a list may hold itself."""
    inner: list[Any] = [1]
    inner.append(inner)

    found = crossed([inner, inner], *sides)

    assert found[0] is found[1] is found[0][1]


def test_what_was_sent_comes_back_as_itself(sides: tuple[Marshal, Marshal]) -> None:
    """A list that crosses twice is the sender's own list again."""
    ours, theirs = sides
    own = [1, 2]

    assert crossed(crossed(own, ours, theirs), theirs, ours) is own


@pytest.mark.parametrize(
    "frame",
    [
        Known(7),
        Known(-1),
        Atom("no such kind", []),
        Atom("Decimal", [1]),
        Atom("date", [2026, 99, 1]),
        Atom("date", [Blob(b"\x00\x00\x02\xff")]),
        Atom("datetime", [Blob(b"\x07\xe4\x01\x01\x63\x63\x63\0\0\0"), 0]),
        Atom("time", [Blob(b"\x17\x63\x63\0\0\0"), 0]),
        Atom("fraction", ["1e400000"]),
        Atom("fraction", ["1e400000", None]),
        Box("no such kind", 2, []),
        Box("dict", 2, [1], []),
        Box("set", 2, [Box("list", 4, [])]),
    ],
    ids=repr,
)
def test_malformed_values_are_refused(sides: tuple[Marshal, Marshal], frame: Any) -> None:
    """A value that no honest side writes is a breach, not data."""
    with pytest.raises(Malformed):
        sides[0].load(frame)


def test_depth_is_bounded_where_it_is_read() -> None:
    """Frames nested without end are refused before anything is built."""
    box = encode(Message(ASK, 1, "op", [Box("tuple", 0, [None])], {}, [], [], [], [], {}))
    head, tail = box.split(b"\xc0", 1)
    inner = head[head.rindex(b"\x97") :]

    with pytest.raises((msgspec.MsgspecError, RecursionError)):
        decode(head + inner * 20_000 + b"\xc0" + tail)
