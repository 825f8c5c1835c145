"""Whose a text is, is decided by who gave it first."""

from typing import Any

import numpy
import pandas
import pytest

from grader.bridge.student_texts import Heard


def test_what_was_heard_is_found_in_a_longer_text() -> None:
    """A text that holds one of the submission's is not the test's alone."""
    heard = Heard()
    heard.note(["alpha", {"key": ("beta",)}])

    assert heard.are_in("x = beta")
    assert not heard.are_in("x = gamma")


HOLDERS = {
    "array": lambda text: numpy.array([[text]]),
    "column": lambda text: [{"k": pandas.DataFrame({"a": [1], "b": [text]})}],
    "name": lambda text: pandas.Series([1], name=text),
    "level": lambda text: pandas.MultiIndex.from_tuples([("a", text)]),
}


@pytest.mark.parametrize("holder", HOLDERS.values(), ids=HOLDERS)
def test_a_text_in_a_librarys_value_is_heard(holder: Any) -> None:
    """What lies in an array or a table came from the jail as well."""
    heard = Heard()
    heard.note(holder("beta"))

    assert heard.are_in("x = beta")


def test_what_was_given_first_stays_the_tests() -> None:
    """An argument that comes back was not heard."""
    heard = Heard()
    heard.give(("12 + 1", ["3 * 4"]))
    heard.note(["12 + 1", "3 * 4"])

    assert not heard.are_in("12 + 1")
    assert not heard.are_in("3 * 4")


def test_what_was_heard_first_stays_heard() -> None:
    """A test that hands a text of the submission's back does not make it its own."""
    heard = Heard()
    heard.note("12 + 1")
    heard.give(("12 + 1",))

    assert heard.are_in("12 + 1")


def test_a_list_may_hold_itself() -> None:
    """Arguments are looked into a few levels deep."""
    cycle: list[Any] = ["text"]
    cycle.append(cycle)
    heard = Heard()

    heard.give((cycle,))
    heard.note(cycle)

    assert not heard.are_in("text")
