"""The table of the gate: shut by default, without a row that can never decide."""

from itertools import product

import pytest

from grader.bridge import gate
from grader.bridge.gate import ASKED, NEVER, TABLE, Answer, decide
from grader.wire.special_methods import FREE, KINDS

LEARNED = sorted({place for row in TABLE for place in row.learned} | {NEVER, ASKED})
GIVEN = [frozenset(), *(frozenset((row.given,)) for row in TABLE if row.given)]


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
