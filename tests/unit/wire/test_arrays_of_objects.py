"""Arrays of objects cross as their objects do, and a frame about one is believed no more."""

from typing import Any

import numpy
import pytest

from grader.wire.atoms import Malformed
from grader.wire.marshal import Marshal
from grader.wire.values import Atom, Blob, Box
from tests.unit.wire.no_objects import NoObjects


@pytest.fixture
def sides() -> tuple[Marshal, Marshal]:
    """Both ends of a wire."""
    return Marshal(NoObjects(), 1), Marshal(NoObjects(), 2)


def array(*items: Any) -> Any:
    """An array of objects, without a look into lists."""
    made = numpy.empty(len(items), object)
    for position, item in enumerate(items):
        made[position] = item
    return made


@pytest.mark.parametrize(
    "value",
    [
        array(1, "a", None, 2.5, 10**40, b"x"),
        array([1], [2, [3]], ()),
        array(numpy.array([1, 2]), array("deep")),
        numpy.array([[1, "a"], [None, True]], dtype=object),
        numpy.array([[1, "a"], [None, True]], dtype=object).T,
        numpy.empty((0, 3), object),
        numpy.array(None, dtype=object),
    ],
    ids=["plain", "lists", "arrays", "square", "turned", "empty", "one"],
)
def test_objects_keep_their_places(sides: tuple[Marshal, Marshal], value: Any) -> None:
    """Shape, order and kinds survive."""
    ours, theirs = sides

    found = theirs.load(ours.dump(value))

    assert found.dtype == object
    assert found.shape == value.shape
    assert str(found.tolist()) == str(value.tolist())


def test_a_changed_object_is_told(sides: tuple[Marshal, Marshal]) -> None:
    """What one side puts into an array is put into that of the other, and nothing else is told."""
    ours, theirs = sides
    mine = array(1, [2])
    found = theirs.load(ours.dump(mine))
    assert ours.changes() == theirs.changes() == []

    found[0] = "new"
    ours.apply(theirs.changes())

    assert mine.tolist() == ["new", [2]]
    assert ours.changes() == theirs.changes() == []


def test_an_array_may_hold_itself(sides: tuple[Marshal, Marshal]) -> None:
    """A cycle through an array is one on the other side."""
    ours, theirs = sides
    mine = array(None)
    mine[0] = [mine]

    found = theirs.load(ours.dump(mine))

    assert found[0][0] is found
    found[0] = found
    ours.apply(theirs.changes())
    assert mine[0] is mine


SHAPES: list[Any] = [None, 2, [2], (3,), (-1, -2), (2.0,), (True, 2), (1,) * 33 + (2,), ("2",)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_shape_that_does_not_fit_is_refused(sides: tuple[Marshal, Marshal], shape: Any) -> None:
    """Only as many objects as came are made room for."""
    ours, theirs = sides
    extra = ours.dump(shape)

    with pytest.raises(Malformed):
        theirs.load(Box("objects", 9, [1, 2], [], extra))


def test_a_shape_of_nothing_is_bounded(sides: tuple[Marshal, Marshal]) -> None:
    """An array without an object that claims to be long is refused."""
    ours, theirs = sides

    with pytest.raises(Malformed):
        theirs.load(Box("objects", 9, [], [], ours.dump((0, 2**62, 2**62))))


@pytest.mark.parametrize(
    "frame",
    [
        Box("ndarray", 9, [], [], Atom("array", ["S0", Blob(b""), 1 << 33])),
        Box("ndarray", 9, [], [], Atom("array", ["<f8", Blob(b""), 0, 1 << 62, 1 << 62])),
        Atom("npscalar", ["<f8", Blob(bytes(16)), 2]),
    ],
    ids=["text of no length", "sides too long", "a number with a shape"],
)
def test_numbers_that_do_not_fit_their_shape_are_refused(
    sides: tuple[Marshal, Marshal], frame: Any
) -> None:
    """Nothing is allocated for a shape that a few bytes claim."""
    with pytest.raises(Malformed):
        sides[1].load(frame)


def test_a_change_of_another_kind_is_refused(sides: tuple[Marshal, Marshal]) -> None:
    """A list does not become an array, nor an array a list or one of numbers."""
    ours, theirs = sides
    for value in (array(1, 2), [1, 2], numpy.array([1.0, 2.0])):
        known = ours.dump(value)
        assert isinstance(known, Box)
        theirs.load(known)
        for kind, extra in (("objects", (2,)), ("list", None), ("ndarray", None)):
            if kind != known.kind:
                box = Box(kind, known.number, [1, 2], [], Marshal(NoObjects(), 1).dump(extra))
                with pytest.raises(Malformed):
                    theirs.apply([(known.number, box)])
