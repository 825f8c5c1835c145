"""Which fair calls a judged submission is asked follows from its cases."""

from typing import Any

import pytest

from grader.cases.events import Failure
from grader.judge.events import Differs
from grader.judge.fair_calls import FairCall
from grader.judge.interview import Asked, found_in, what_to_ask
from grader.judge.jobs import Knowledge, Run
from tests.unit.judge.builders import TEST_FILE, a_case, a_result, a_run, knowledge_of

BIG, SMALL, OTHER = (FairCall("f", b"", 5, "f(5)"), FairCall("f", b"", 1, "f(1)"),
                     FairCall("g", b"", 2, "g(2)"))  # fmt: skip


def known(**reveals: str) -> Knowledge:
    """Know a case that calls f, one that calls g and one that calls both."""
    called = {"of_f": ["f"], "of_g": ["g"], "of_both": ["f", "g"]}
    cases = [a_case(name, reveal=reveals.get(name, "sentence")) for name in called]
    callables = {f"{TEST_FILE}::{name}": names for name, names in called.items()}
    return knowledge_of(*cases, callables=callables, fair=[BIG, SMALL, OTHER])


def asked(knowledge: Knowledge, **outcomes: str) -> list[str]:
    """Name the calls for these outcomes; a case that is not named is passed."""
    names = ("of_f", "of_g", "of_both")
    run = a_run(*(a_result(name, outcomes.get(name, "passed")) for name in names))
    return [call.text for call in what_to_ask(knowledge, run, thoroughly=True).calls]


@pytest.mark.parametrize(
    ("outcomes", "calls"),
    [
        ({"of_f": "failed"}, ["f(1)", "f(5)"]),
        ({"of_g": "error"}, ["g(2)"]),
        ({"of_g": "skipped"}, ["g(2)"]),
        ({"of_both": "failed"}, ["f(1)", "g(2)", "f(5)"]),
        ({"of_both": "failed", "of_g": "timed_out"}, ["f(1)", "f(5)"]),
        ({"of_g": "timed_out"}, []),
        ({"of_f": "out_of_memory", "of_both": "failed"}, ["g(2)"]),
        ({}, ["f(1)", "g(2)", "f(5)"]),
    ],
)
def test_asked_is_what_fails_and_does_not_hang(outcomes: dict[str, str], calls: list[str]) -> None:
    """Functions of cases that are not passed are asked, smallest first; where all pass, all are."""
    assert asked(known(), **outcomes) == calls


def test_what_a_case_that_reveals_nothing_calls_is_not_asked() -> None:
    """Not even where another case calls it, too."""
    knowledge = known(of_g="nothing")

    assert asked(knowledge, of_g="failed") == []
    assert asked(knowledge, of_g="failed", of_both="failed") == ["f(1)", "f(5)"]
    assert asked(knowledge, of_both="failed") == ["f(1)", "g(2)", "f(5)"]


@pytest.mark.parametrize(
    "more",
    [
        {"verdict": "too_much_output"},
        {"whole": Failure("import")},
        {"broken": {TEST_FILE: Failure("import")}},
    ],
)
def test_what_could_not_be_run_is_asked_nothing(more: dict[str, Any]) -> None:
    """An error that stops everything comes before any example."""
    run = a_run(a_result("of_f", "failed"), **more)

    assert what_to_ask(known(), run, thoroughly=True).calls == []


def test_who_passes_is_asked_some_calls_of_all_sizes() -> None:
    """A class is not kept waiting by those who are done; who proves a lesson asks all."""
    many = [FairCall("f", b"", size, f"f({size})") for size in range(200)]
    knowledge = knowledge_of(a_case("of_f"), fair=many)

    run = a_run(a_result("of_f"))
    some = what_to_ask(knowledge, run, thoroughly=False).calls

    assert len(some) == 50
    assert some[-1].size > 190
    assert what_to_ask(knowledge, run, thoroughly=True).calls == many


WRONG, NAME, ZERO = (
    Failure("wrong_value"),
    Failure("raised", "builtins.NameError"),
    Failure("raised", "builtins.ZeroDivisionError"),
)
GAVE = Differs(0, "gave", "1", "2")
RAISED = Differs(0, "raised", "1", "builtins.ZeroDivisionError")


def failing(**ends: Failure | None) -> Run:
    """Run the three cases, each with what it failed by."""
    return a_run(
        *(a_result(name, "failed" if end else "passed", failure=end) for name, end in ends.items())
    )


@pytest.mark.parametrize(
    ("of_f", "of_both", "differs", "behind"),
    [
        (None, WRONG, GAVE, ["of_both"]),
        (WRONG, NAME, GAVE, ["of_f"]),
        (ZERO, WRONG, RAISED, ["of_f"]),
        (NAME, ZERO, RAISED, ["of_both"]),
        (None, None, GAVE, []),
    ],
)
def test_an_example_is_for_cases_that_fail_as_it_does(
    of_f: Failure | None, of_both: Failure | None, differs: Differs, behind: list[str]
) -> None:
    """They call its function and stop with the same error or with none."""
    run = failing(of_f=of_f, of_g=WRONG if of_both else None, of_both=of_both)

    found = found_in(known(), run, Asked([SMALL], {}), differs)

    assert found is not None
    assert found.cases == [f"{TEST_FILE}::{name}" for name in behind]


def test_an_example_fails_as_a_case_of_its_function() -> None:
    """Told for each function; where no case fails, nothing is asked of the way."""
    run = failing(of_f=NAME, of_g=None, of_both=WRONG)
    passing = failing(of_f=None, of_g=None, of_both=None)

    asked = what_to_ask(known(), run, thoroughly=True)

    assert asked.ways_to_fail == {"f": ["builtins.NameError", ""], "g": [""]}
    assert what_to_ask(known(), passing, thoroughly=True).ways_to_fail == {}
