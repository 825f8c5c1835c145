"""The codec: exact types, shared containers, bounds, and what it refuses to build."""

import collections
import datetime
import decimal
import fractions
import pathlib
import re
import uuid
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pandas as pd
import pytest

from grader.border.codec import Codec
from grader.border.connection import Frame, HeapEntry, Malformed, encode
from grader.border.data_types import TooLarge


class Side:
    """An end without objects."""

    def dump_object(self, value: Any) -> Any:
        raise TypeError(type(value).__name__)

    def load_object(self, wire: list[Any], path: str) -> Any:
        raise Malformed("an object")


class Ends:
    """Two codecs, with frames as bytes between them."""

    def __init__(self) -> None:
        self.ours, self.theirs = Codec(Side(), 1), Codec(Side(), 2)

    def over(self, value: Any, *, back: bool = False) -> Any:
        """Carry a value from one end to the other."""
        sender, receiver = (self.theirs, self.ours) if back else (self.ours, self.theirs)
        frame = Frame(1, "", [sender.dump(value)])
        sender.dump_heap(frame.heap)
        read = msgspec.msgpack.decode(encode(frame), type=Frame)
        receiver.load_heap(read.heap, "f()")
        return receiver.load(read.body[0], "f()")


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        2**70,
        -(2**200),
        0.1,
        float("inf"),
        3 - 4j,
        "text",
        "\ud800",
        b"\x00",
        bytearray(b"ab"),
        ...,
        NotImplemented,
        range(1, 9, 3),
        (1, ("a", [2])),
        {(1, 2): {3}, "b": [None]},
        {1, 2},
        frozenset((1, (2, 3))),
        datetime.date(2024, 5, 6),
        datetime.datetime(2024, 5, 6, 7, tzinfo=datetime.UTC, fold=1),
        datetime.time(1, 2, 3, 4),
        datetime.timedelta(days=-1, microseconds=5),
        datetime.timezone(datetime.timedelta(hours=2), "X"),
        decimal.Decimal("1.50"),
        fractions.Fraction(-1, 3),
        uuid.UUID(int=7),
        pathlib.PurePosixPath("a/b"),
        pathlib.Path("c"),
        re.compile("a+", re.IGNORECASE),
        collections.deque([1, 2], maxlen=4),
        collections.OrderedDict(b=1, a=2),
        collections.Counter("aab"),
        np.float32(2.5),
    ],
    ids=repr,
)
def test_data_keeps_its_value_and_its_type(value: Any) -> None:
    """What crosses is equal and of the very same type."""
    found = Ends().over(value)

    assert found == value
    assert type(found) is type(value)


def test_arrays_cross_by_dtype_shape_and_bytes() -> None:
    """An array keeps its dtype, shape and content."""
    array = np.arange(6, dtype=np.int16).reshape(2, 3)

    found = Ends().over(array)

    assert found.dtype == array.dtype
    assert found.tolist() == array.tolist()


def test_shared_and_cyclic_lists_stay_so() -> None:
    """One list in two places is one list at the other end, also inside itself."""
    inner = [1]
    outer: list[Any] = [inner, inner]
    outer.append(outer)

    found = Ends().over(outer)

    assert found[0] is found[1]
    assert found[2] is found


def test_a_list_that_comes_back_is_the_same_list() -> None:
    """What the other end changed is changed here, in place."""
    ends, given = Ends(), [3, 1, 2]
    there = ends.over(given)
    there.sort()

    found = ends.over(there, back=True)

    assert found is given
    assert given == [1, 2, 3]


def test_what_did_not_change_is_not_sent_again() -> None:
    """A container that both ends hold takes no place in the next frame."""
    ends, given = Ends(), [1, [2]]
    ends.over(given)

    heap: list[HeapEntry] = []
    ends.ours.dump(given)
    ends.ours.dump_heap(heap)

    assert heap == []


def test_a_million_numbers_cross_both_ways() -> None:
    """A list of a million numbers is within the bounds, and stays one list."""
    ends, given = Ends(), list(range(1_000_000))
    there = ends.over(given)
    there.reverse()

    found = ends.over(there, back=True)

    assert found is given
    assert given[0] == 999_999


@pytest.mark.parametrize("inside", [lambda value: [value], lambda value: (value,)])
def test_data_crosses_to_a_depth(inside: Callable[[Any], Any]) -> None:
    """Lists and tuples cross as deep as 190, and are refused at 500."""
    deep: Any = []
    for _ in range(190):
        deep = inside(deep)
    too_deep = deep
    for _ in range(310):
        too_deep = inside(too_deep)

    assert Ends().over(deep) == deep
    with pytest.raises(TooLarge):
        Ends().over(too_deep)


def test_a_container_that_nobody_holds_is_forgotten() -> None:
    """The table does not keep what only the table holds, once all is told of it."""
    ends, kept = Ends(), [1]
    ends.over([kept, [2]])

    first = ends.ours.forget_unshared()

    assert len(first) == 1
    assert len(ends.ours.forget_unshared()) == 1


@pytest.mark.parametrize(
    "wire",
    [
        [],
        [1],
        {},
        ["nothing"],
        ["ref", 8],
        ["ref"],
        ["int", b"f" * 2_000_000],
        ["int", "ff"],
        ["fraction", "1e999999999", 1],
        ["date", 1, 2],
        ["decimal", 5],
        ["scalar", "<f8", ["tuple"], b"1"],
        ["datetime", 2024, 1, 1, 0, 0, 0, 0, ["pattern", "a", 0], 0],
        ["timezone", 5, ["tuple"]],
    ],
    ids=repr,
)
def test_a_malformed_value_is_refused(wire: Any) -> None:
    """What no row of the tables allows is refused before anything is built."""
    with pytest.raises(Malformed):
        Ends().ours.load(wire, "f()")


def test_a_value_that_is_too_deep_is_refused() -> None:
    """The reading side counts the levels of what nests without a container."""
    wire: list[Any] = ["tuple"]
    for _ in range(300):
        wire = ["tuple", wire]

    with pytest.raises(Malformed, match="deep"):
        Ends().ours.load(wire)


def test_a_container_crosses_once_in_a_frame() -> None:
    """A second entry for a container that is being read is refused."""
    with pytest.raises(Malformed):
        Ends().ours.load_heap([HeapEntry(2, "list", [1]), HeapEntry(2, "list", [2])])


@pytest.mark.parametrize(
    "entry",
    [
        HeapEntry(1, "list", []),  # a number of our own
        HeapEntry(2, "pickle", []),
        HeapEntry(2, "dict", [1]),
        HeapEntry(2, "bytearray", ["text"]),
        HeapEntry(2, "list", [], [5]),
        HeapEntry(2, "deque", [], [-1]),
        HeapEntry(2, "defaultdict", [], [5]),
        HeapEntry(2, "ndarray", [], ["<f8", ["tuple", 2**40], b""]),
        HeapEntry(2, "ndarray", [], ["<f8", ["tuple", 1], b"12345678", 1]),
        HeapEntry(2, "ndarray", [], ["<U0", ["tuple", 2**40], b""]),  # items without a size
        HeapEntry(2, "ndarray", [], ["<f8", ["tuple", *[1] * 33], b"12345678"]),
        HeapEntry(2, "ndarray", [], ["<f8", ["tuple", -1, -1], b"12345678"]),
        HeapEntry(2, "ndarray", [1], ["<f8", ["tuple", 0], b""]),
        HeapEntry(2, "ndarray", [], ["O", ["tuple", 1], b"12345678"]),
        HeapEntry(2, "set", [["ref", 2]]),
    ],
)
def test_a_malformed_container_is_refused(entry: HeapEntry) -> None:
    """A container of another kind, number or content is refused."""
    with pytest.raises(Malformed):
        Ends().ours.load_heap([entry], "f()")


@pytest.mark.parametrize(
    "table",
    [
        pd.DataFrame({"x": [1.5, float("nan")]}),
        pd.DataFrame({"who": ["a", None]}, index=["r", "s"]),
        pd.DataFrame({"n": [1, 2], "who": ["a", "b"], "ok": [True, False]}, index=[5, 7]),
        pd.DataFrame({"at": pd.to_datetime(["2024-05-06", None])}),
        pd.DataFrame({"n": [1]}).iloc[:0],
    ],
)
def test_tables_of_plain_columns_cross(table: pd.DataFrame) -> None:
    """A table and its columns are equal at the other end, and what changes there changes here."""
    ends, columns = Ends(), [column.copy() for _, column in table.items()]

    there, *others = ends.over([table, *columns])
    there["more"] = 7
    there.loc[there.index[:1], "more"] = 8
    ends.over(there, back=True)

    pd.testing.assert_frame_equal(table, there)
    for column, other in zip(columns, others, strict=True):
        pd.testing.assert_series_equal(column, other)


def test_tables_of_other_columns_do_not_cross() -> None:
    """Objects, categories, zones of time and levels are no plain columns."""
    for values in ([object()], pd.Categorical(["a"]), pd.to_datetime(["2024-05-06"], utc=True)):
        with pytest.raises(TypeError, match="Series"):
            Ends().over(pd.Series(values))
    with pytest.raises(TypeError, match="DataFrame"):
        Ends().over(pd.DataFrame({("a", "b"): [1]}))
