"""What a library's values hold crosses whole, and a frame about one is believed no more."""

import copy
import typing
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import numpy
import pandas
import pytest

from grader.wire.atoms import Malformed
from grader.wire.marshal import Marshal
from grader.wire.values import Atom, Blob, Box
from tests.unit.wire.no_objects import NoObjects

DAYS = pandas.date_range("2024-03-30", periods=3, freq="D", tz="Europe/Berlin")
TABLE = pandas.DataFrame(
    {
        "n": [1, 2, 2],
        "text": ["x", None, "z"],
        "day": DAYS,
        "kind": pandas.Categorical(["u", "v", "u"], ordered=True),
        "mixed": [1, "a", None],
        "gaps": pandas.array([1, None, 3], dtype="Int8"),
    },
    index=pandas.Index([5, 5, 6], name="key"),
)
SERIES = {
    "numbers": pandas.Series([1.5, None], name=("a", 1)),
    "texts": pandas.Series(["a", None], dtype="string"),
    "truth values": pandas.Series([True, None], dtype="boolean"),
    "numbers with gaps": pandas.Series([1.5, None], dtype="Float32"),
    "times": pandas.Series(DAYS.tz_convert(None)),
    "lengths": pandas.Series(pandas.to_timedelta([1, 2], unit="D")),
    "periods": pandas.Series(pandas.period_range("2024-01", periods=2, freq="M")),
    "intervals": pandas.Series(pandas.interval_range(0, 3)),
    "nothing": pandas.Series([], dtype=float),
    "types": TABLE.dtypes,
}
TABLES = {
    "mixed": TABLE,
    "empty": pandas.DataFrame(),
    "rows only": pandas.DataFrame(index=[1, 2]),
    "columns only": pandas.DataFrame(columns=["a", "b"]),
    "twice one name": pandas.DataFrame([[1, 2]], columns=["p", "p"]),
    "levels": TABLE.set_index(["n", "text"]),
    "levels of columns": TABLE.groupby("n").agg({"gaps": ["min", "max"]}),
    "turned": pandas.DataFrame(numpy.eye(2)).T,
}
INDEXES = [
    *(DAYS, TABLE.index, pandas.RangeIndex(4, name="r"), pandas.Index([1, "a", None])),
    *(pandas.CategoricalIndex(["a"]), pandas.timedelta_range("1D", periods=3)),
]
SCALARS = [
    *(DAYS[0], pandas.Timestamp("2024-05-01 10:00:00.123456789"), pandas.Timedelta("3D")),
    *(pandas.Period("2024-01", "M"), pandas.Interval(0, 1.5), numpy.dtype("f4")),
    pandas.CategoricalDtype(["a"], ordered=True),
]


@pytest.fixture
def sides() -> tuple[Marshal, Marshal]:
    """Both ends of a wire."""
    return Marshal(NoObjects(), 1), Marshal(NoObjects(), 2)


def crossed(sides: tuple[Marshal, Marshal], value: Any) -> Any:
    """A value as the other side has it; nothing of it is told a second time."""
    ours, theirs = sides
    found = theirs.load(ours.dump(value))
    assert ours.changes() == theirs.changes() == []
    return found


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES)
def test_a_series_is_the_same(sides: tuple[Marshal, Marshal], series: Any) -> None:
    """Values, type, name and index survive."""
    pandas.testing.assert_series_equal(crossed(sides, series), series)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_table_is_the_same(sides: tuple[Marshal, Marshal], table: Any) -> None:
    """Columns, their types and both indexes survive."""
    pandas.testing.assert_frame_equal(crossed(sides, table), table)


@pytest.mark.parametrize("index", INDEXES, ids=lambda index: type(index).__name__)
def test_an_index_is_the_same(sides: tuple[Marshal, Marshal], index: Any) -> None:
    """Kind, name and frequency survive."""
    found = crossed(sides, index)

    pandas.testing.assert_index_equal(found, index, exact=True)
    assert getattr(found, "freq", None) == getattr(index, "freq", None)


@pytest.mark.parametrize("scalar", SCALARS, ids=lambda scalar: type(scalar).__name__)
def test_a_scalar_is_the_same(sides: tuple[Marshal, Marshal], scalar: Any) -> None:
    """It is equal and of the same type; of a missing value there is one."""
    found = crossed(sides, [scalar, pandas.NA, pandas.NaT])

    assert found[0] == scalar
    assert type(found[0]) is type(scalar)
    assert found[1:] == [pandas.NA, pandas.NaT]


def test_a_table_changes_in_place(sides: tuple[Marshal, Marshal]) -> None:
    """What one side does to a table or a series is seen in that of the other."""
    ours, theirs = sides
    mine, series = TABLE.copy(), pandas.Series([1, 2])
    found, given = theirs.load(ours.dump(mine)), theirs.load(ours.dump(series))

    found["new"] = found.pop("n") * 2
    given[5] = 9
    ours.apply(theirs.changes())

    assert mine["new"].tolist() == [2, 4, 4]
    assert series.to_dict() == {0: 1, 1: 2, 5: 9}
    assert ours.changes() == theirs.changes() == []


def test_a_categorical_is_the_same(sides: tuple[Marshal, Marshal]) -> None:
    """Values, gaps, categories and their order survive."""
    value = pandas.Categorical(["b", "a", None], categories=["b", "a"], ordered=True)

    pandas.testing.assert_extension_array_equal(crossed(sides, value), value)


def test_a_masked_array_keeps_its_mask(sides: tuple[Marshal, Marshal]) -> None:
    """Data, gaps and what fills them survive, and so does a gap that is made over there."""
    ours, theirs = sides
    mine = numpy.ma.MaskedArray([1, 2, 3], [False, True, False], fill_value=-1)
    found = theirs.load(ours.dump(mine))
    assert found.tolist() == [1, None, 3]

    found[0] = numpy.ma.masked
    ours.apply(theirs.changes())

    assert mine.tolist() == [None, None, 3]
    assert found.fill_value == -1


@pytest.mark.parametrize("make", [numpy.random.default_rng, numpy.random.RandomState])
def test_a_generator_goes_on(sides: tuple[Marshal, Marshal], make: Any) -> None:
    """Numbers are drawn here and there as from one generator."""
    ours, theirs = sides
    mine, alone = make(3), make(3)
    found = theirs.load(ours.dump(mine))

    drawn = [found.random()]
    ours.apply(theirs.changes())
    drawn.append(mine.random())

    assert drawn == [alone.random(), alone.random()]


def spoiled(value: Any) -> Iterator[Any]:
    """Give a frame with one part replaced, for each part and each of some values."""
    parts = value.parts if isinstance(value, Atom) else [*value.items, value.extra]
    for position, part in enumerate(parts):
        others = [None, -1, 2**62, "x", Blob(b""), Box("tuple", 0, []), Atom("array", ["<i8"])]
        for other in (*others, *(spoiled(part) if isinstance(part, Atom | Box) else ())):
            made = copy.copy(value)
            if isinstance(made, Atom):
                made.parts = [*parts[:position], other, *parts[position + 1 :]]
            elif position < len(made.items):
                made.items = [*made.items[:position], other, *made.items[position + 1 :]]
            else:
                made.extra = other
            yield made


@pytest.mark.parametrize(
    "value",
    [
        *(TABLE, SERIES["intervals"], SERIES["periods"], TABLE.set_index(["n", "text"]).index),
        *(DAYS, numpy.ma.MaskedArray([1], [False]), numpy.random.RandomState(1)),
        ET.fromstring('<a b="c"><d>e</d></a>'),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_spoiled_frame_is_malformed_or_harmless(value: Any) -> None:
    """Whatever part of a frame is another, nothing is raised but what is a breach."""
    written = Marshal(NoObjects(), 1).dump(value)
    refused = 0

    for frame in spoiled(written):
        try:
            Marshal(NoObjects(), 2).load(frame)
        except Malformed:
            refused += 1

    assert refused > 0


def test_a_generators_state_stays_within_its_words(sides: tuple[Marshal, Marshal]) -> None:
    """A position behind the last word of the state would read memory that is not the state's."""
    frame = sides[0].dump(numpy.random.RandomState(1))
    assert isinstance(frame, Box)
    assert isinstance(frame.extra, Box)
    frame.extra.items[1] = 625

    with pytest.raises(Malformed):
        sides[1].load(frame)


@pytest.mark.parametrize("written", [("get_type_hints", ()), ("List", ("print()",)), ("Any", ())])
def test_an_annotation_is_no_more_than_that(sides: tuple[Marshal, Marshal], written: Any) -> None:
    """Neither a function of `typing` nor a text that would be evaluated comes by such a name."""
    frame = Box("annotation", 0, [], [], sides[0].dump(written))

    with pytest.raises(Malformed):
        sides[1].load(frame)


@pytest.mark.parametrize("kind", [typing.Literal["a", 1], numpy.float32])
def test_a_kind_is_the_same(sides: tuple[Marshal, Marshal], kind: Any) -> None:
    """What `typing` makes, and numpy's classes of numbers, are found again on the other side."""
    assert crossed(sides, [kind]) == [kind]


def test_another_class_of_numpys_is_refused(sides: tuple[Marshal, Marshal]) -> None:
    """A function or a class that makes no numbers does not come by the name of one that does."""
    for name in ("fromfile", "ndarray", "nothing"):
        with pytest.raises(Malformed):
            sides[1].load(Box("number class", 0, [], [], name))


def test_array_that_is_part_of_nothing_is_refused() -> None:
    """Only what an array is held by looks at whether it has items."""
    written = Atom("array", ["<f8", Blob(b""), 0, 1])
    for frame in (written, Box("tuple", 0, [written])):
        with pytest.raises(Malformed):
            Marshal(NoObjects(), 2).load(frame)
