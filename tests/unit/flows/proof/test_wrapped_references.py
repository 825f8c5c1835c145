"""What a function is wrapped by is what its recorded calls could show."""

import ast

from grader.flows.proof.wrapped_references import chosen_slips, recorded_calls
from grader.judge.events import CaseResult


def words(source: str, *calls: tuple[str, str]) -> list[str]:
    """List the slips that are chosen for the first function of a source, after its calls."""
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef)
    found = recorded_calls(function, {"a case": CaseResult("a case", "passed", calls=[*calls])})
    return [slip.words for slip in chosen_slips(found, is_called_inside=False)]


def test_whole_numbers_are_not_rounded() -> None:
    """Without a fraction in a call and its answer there is nothing to round."""
    assert words("def f(n): ...", ("f(3)", "9")) == ["remembers an earlier answer whatever n is"]


def test_fractions_are_rounded_where_they_were_seen() -> None:
    """A fraction in the answer is rounded on the way out, and not on the way in."""
    found = words("def f(n): ...", ("f(3)", "0.5"))

    assert [one for one in found if "rounds" in one] == [
        "rounds what it gives to 6 digits",
        "rounds what it gives to what a float32 holds",
    ]


def test_edges_that_no_case_asks_for_are_left_alone() -> None:
    """Lists are changed beyond their length where a call has such an argument, by its name."""
    within = words("def f(row, k=1): ...", ("f([2, 1], 2)", "3"), ("f([2, 1])", "2"))
    beyond = words("def f(row, k=1): ...", ("f([2, 1], k=3)", "3"))

    assert [one for one in within if "its lists" in one] == []
    assert "pads its lists where k lies beyond them" in beyond
    assert "reverse-sorts its lists where k lies beyond them" in beyond


def test_lists_that_no_order_changes_are_not_sorted() -> None:
    """Of equal items only another number can be seen."""
    found = words("def f(row, k): ...", ("f([1, 1], 3)", "2"))

    assert [one for one in found if "its lists" in one] == [
        "pads its lists where k lies beyond them"
    ]


def test_an_array_is_no_list() -> None:
    """The fractions of an array are seen, and it is never taken for a list."""
    found = words("def f(row, k): ...", ("f(array([0.5, 1.0]), 3)", "raised ValueError"))

    assert "rounds what it is given to 6 digits" in found
    assert [one for one in found if "its lists" in one] == []
