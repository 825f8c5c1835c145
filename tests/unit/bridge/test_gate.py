"""The table of the gate: shut by default, without a row that can never decide."""

import socket
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from grader.bridge import gate
from grader.bridge.gate import ASKED, NEVER, TABLE, Answer, decide
from grader.inside.functions_server import FunctionsServer
from grader.inside.objects_server import ObjectsServer
from grader.inside.server import Server
from grader.wire.build import KINDS as TOLD_KINDS
from grader.wire.channel import Channel
from grader.wire.special_methods import FREE, KINDS

DONE = {done for row in TABLE for done in row.done}
LEARNED = sorted({place for row in TABLE for place in row.learned} | {NEVER, ASKED})
GIVEN = [frozenset(), *(frozenset((row.given,)) for row in TABLE if row.given)]


@pytest.fixture
def channel() -> Iterator[Channel]:
    """A connection to nobody."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Channel(ours)


@pytest.mark.parametrize(
    ("server", "needed"),
    [(FunctionsServer, gate.FUNCTIONS), (ObjectsServer, gate.OBJECTS)],
)
def test_the_questions_that_are_let_out_are_those_that_a_server_answers(
    server: Callable[[Channel], Server], needed: str, channel: Channel
) -> None:
    """So none can be added at either end without a row, and no row is of one that is gone."""
    asked = {done for done in DONE if done.startswith("op ")}
    let_out = {done for done in asked for g in GIVEN if decide(done, needed, g) is Answer.OBJECT}

    assert {done.removeprefix("op ") for done in let_out} == set(server(channel)._operations)


def test_each_family_of_operators_has_a_row() -> None:
    """And no row is of a family that there is not."""
    operators = {done for done in DONE if not done.startswith(("op ", "got "))}

    assert operators == {*KINDS, "other", gate.LEAVE}


def test_each_kind_of_object_that_is_told_of_has_a_row() -> None:
    """But for mocks, which are the test's; an exception and a test's own object have one too."""
    arrivals = {done.removeprefix("got ") for done in DONE if done.startswith("got ")}

    assert arrivals == set(TOLD_KINDS) - {"mock"} | {"error", "yours", "known"}


def test_what_no_row_knows_is_refused() -> None:
    """A new operation, a new kind of object: nothing until somebody writes a row."""
    for done, learned, given in product(("op telephone", "got telephone", ""), LEARNED, GIVEN):
        assert decide(done, learned, given) is Answer.REFUSED


def test_each_row_decides_something() -> None:
    """A row behind a wider one would say what does not hold."""
    used = set()
    for done in {done for row in TABLE for done in row.done}:
        for learned, given in product(LEARNED, GIVEN):
            used.add(next((r for r in TABLE if r.fits(done, learned, given)), None))

    assert [row for row in TABLE if row not in used] == []


@pytest.mark.parametrize("kind", [kind for kind, names in KINDS.items() if not names <= FREE])
def test_an_operator_that_the_reference_did_not_ask_is_not_asked(kind: str) -> None:
    """Whatever the object is: a student's word would decide where the reference's did not."""
    for given in GIVEN:
        assert decide(kind, NEVER, given) is not Answer.OBJECT


@pytest.mark.parametrize("kind", ["class", "function", "module", "instance", "error"])
def test_an_object_where_the_reference_gave_data_is_refused(kind: str) -> None:
    """It is live where the reference gave an object, and nowhere by being of some kind."""
    assert decide(f"got {kind}", NEVER) is Answer.REFUSED
    assert decide(f"got {kind}", gate.GAVE) is Answer.OBJECT


def test_an_equality_is_asked_only_where_the_reference_compared_with_one_of_its_own() -> None:
    """All other ways to compare are the grader's."""
    asked = {learned for learned in LEARNED if decide("equality", learned) is Answer.OBJECT}

    assert asked == {gate.OWN}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "equality"])
def test_what_the_reference_asked_is_asked_of_any_object(kind: str) -> None:
    """So what the object is need not be found out there."""
    assert {decide(kind, ASKED, given) for given in GIVEN} == {Answer.OBJECT}
