"""What the jail's end of the first tier makes of a submission's results."""

import socket
from collections import Counter, OrderedDict, namedtuple
from collections.abc import Iterator
from typing import Any

import pytest

from grader.inside.functions_server import FunctionsServer
from grader.wire.channel import Channel
from grader.wire.values import Box, Mine, Raised, TooLarge, Yours

Point = namedtuple("Point", "x y")  # noqa: PYI024 - as students write it


class Ranking(list[float]):
    """A list with a method of its own, and a lie."""

    def best(self) -> float:
        """Give the first."""
        return self[0]

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None


@pytest.fixture
def server() -> Iterator[FunctionsServer]:
    """An end that speaks to nobody."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield FunctionsServer(Channel(ours))


def test_a_view_of_an_ordered_dictionary_is_data(server: FunctionsServer) -> None:
    """It crosses as one of a dictionary does."""
    written = server.marshal.dump(OrderedDict(a=1, b=2).keys())

    assert isinstance(written, Box)
    assert (written.kind, written.items) == ("dict_keys", ["a", "b"])


def test_a_list_of_an_own_class_is_its_items(server: FunctionsServer) -> None:
    """It crosses as a list, and comes back as the object that it is here."""
    ranking = Ranking([3.0, 2.0])

    written = server.marshal.dump(ranking)

    assert isinstance(written, Box)
    assert (written.kind, written.items, written.cls) == ("list", [3.0, 2.0], None)
    server.marshal.apply([(written.number, Box("list", written.number, [9.0]))])
    assert ranking.best() == 9.0


@pytest.mark.parametrize(
    ("value", "kind", "items"),
    [
        (Point(1, 2), "tuple", [1, 2]),
        (Counter("aab"), "Counter", [2, 1]),
        (type("Text", (str,), {})("x"), "", "x"),
    ],
)
def test_data_of_an_own_class_is_its_content(
    server: FunctionsServer, value: Any, kind: str, items: object
) -> None:
    """By the methods of the built-in type."""
    written = server.marshal.dump(value)

    assert written == items if not kind else written.kind == kind  # type: ignore[union-attr]
    if kind:
        assert written.items == items  # type: ignore[union-attr]


def test_an_object_is_a_number_and_the_name_of_its_class(server: FunctionsServer) -> None:
    """It can be handed back, as itself."""
    made = object()

    written = server.marshal.dump(made)

    assert written == Mine(1, "object", None, {"name": "object"})
    assert server.load_object(Yours(1), "") is made


def test_what_was_too_large_to_hand_over_is_said(server: FunctionsServer) -> None:
    """To the function that is called with it."""
    with pytest.raises(ValueError, match="list is too large to hand over"):
        server.marshal.load(TooLarge("list"))


def failing() -> Iterator[int]:
    """Give one item, and fail over the next."""
    yield 1
    raise ValueError("two")


def test_an_iterator_is_drawn_to_its_end(server: FunctionsServer) -> None:
    """With the exception that ends it."""
    written = server.marshal.dump(failing())

    assert isinstance(written, Mine)
    items, error = written.facts["items"], written.facts["error"]
    assert isinstance(items, Box)
    assert items.items == [1]
    assert isinstance(error, Raised)
    assert error.types[0] == ("builtins", "ValueError")
