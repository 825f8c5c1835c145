"""Which fair calls a judged submission is asked follows from its cases."""

from typing import Any

import pytest

from grader.cases.events import CaseResult, Failure
from grader.judge.events import Differs
from grader.judge.fair_calls import FairCall, Way
from grader.judge.interview import found_in, what_to_ask
from grader.judge.jobs import Knowledge
from tests.unit.judge.builders import TEST_FILE, a_case, a_result, a_run, knowledge_of

BIG, SMALL, OTHER = (FairCall("f", b"", 5, "f(5)"), FairCall("f", b"", 1, "f(1)"),
                     FairCall("g", b"", 2, "g(2)"))  # fmt: skip


def known(**reveals: str) -> Knowledge:
    """Know a case that calls f, one that calls g and one that calls both."""
    called = {"of_f": ["f"], "of_g": ["g"], "of_both": ["f", "g"]}
    cases = [a_case(name, reveal=reveals.get(name, "sentence")) for name in called]
    callables = {f"{TEST_FILE}::{name}": names for name, names in called.items()}
    return knowledge_of(*cases, callables=callables, fair=[SMALL, OTHER, BIG])


def asked(knowledge: Knowledge, **outcomes: str) -> list[str]:
    """Name the calls for these outcomes; a case that is not named is passed."""
    last = {"of_f": "f|number", "of_g": "g|number", "of_both": "g|number"}
    run = a_run(
        *(
            a_result(name, outcomes.get(name, "passed"), last_kind=kind)
            for name, kind in last.items()
        )
    )
    return [call.text for call in what_to_ask(knowledge, run, thoroughly=True).calls]


@pytest.mark.parametrize(
    ("outcomes", "calls"),
    [
        ({"of_f": "failed"}, ["f(1)", "f(5)"]),
        ({"of_g": "error"}, ["g(2)"]),
        ({"of_g": "skipped"}, ["g(2)"]),
        ({"of_both": "failed"}, ["g(2)"]),
        ({"of_f": "failed", "of_both": "failed"}, ["f(1)", "g(2)", "f(5)"]),
        ({"of_both": "failed", "of_g": "timed_out"}, []),
        ({"of_g": "timed_out"}, []),
        ({"of_f": "out_of_memory", "of_both": "failed"}, ["g(2)"]),
        ({}, ["f(1)", "g(2)", "f(5)"]),
    ],
)
def test_asked_is_what_fails_and_does_not_hang(outcomes: dict[str, str], calls: list[str]) -> None:
    """The functions that failing cases called last are asked, smallest first; or all of them."""
    assert asked(known(), **outcomes) == calls


def test_what_a_case_that_reveals_nothing_calls_is_not_asked() -> None:
    """Not even where another case calls it, too."""
    knowledge = known(of_g="nothing")

    assert asked(knowledge, of_g="failed") == []
    assert asked(knowledge, of_g="failed", of_both="failed") == []
    assert asked(knowledge, of_both="failed") == ["g(2)"]


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


ZERO_TYPES = "builtins.ZeroDivisionError|builtins.ArithmeticError"
ZERO, ELSEWHERE = (Failure("raised", ZERO_TYPES, "", "by zero", "sums.py", line) for line in (3, 8))
TEXT = Failure("wrong_type", "text", "number")
PLAIN, REFUSED = FairCall("f", b"", 1, "f(1)"), FairCall("f", b"", 1, "f(0)", raised="ValueError")
AT_3, AT_8 = (f"!{ZERO_TYPES} in line {line} of sums.py" for line in (3, 8))


def failing(failure: Failure | None, number: int = 1, kind: str = "number") -> CaseResult:
    """Fail the case of f in its call of this number."""
    calls = [(f"f({n})", "0") for n in range(number)]
    return a_result("of_f", "failed", failure=failure, calls=calls, last_kind=f"f|{kind}")


@pytest.mark.parametrize(
    ("result", "way", "calls"),
    [
        (failing(Failure("wrong_value")), Way("f"), [PLAIN]),
        (failing(TEXT), Way("f", "number", "text"), [PLAIN]),
        (failing(Failure("asserted"), kind="None"), Way("f", "number", "None"), [PLAIN]),
        (failing(Failure("asserted")), Way("f"), [PLAIN]),
        (failing(Failure("changed", "list")), Way("f", "", "changed"), [PLAIN]),
        (failing(ZERO), Way("f", "", AT_3), [PLAIN]),
        (failing(ELSEWHERE), Way("f", "", AT_8), [PLAIN]),
        (failing(ZERO, number=2), Way("f", "!ValueError", AT_3), [REFUSED]),
        (failing(Failure("not_raised"), number=2), Way("f", "!ValueError"), [REFUSED]),
        (failing(Failure("raised", "builtins.NotImplementedError")), None, []),
        (failing(Failure("arguments")), None, []),
        (failing(None), None, []),
    ],
)
def test_a_call_is_to_go_wrong_as_the_case_on_both_sides(
    result: CaseResult, way: Way | None, calls: list[FairCall]
) -> None:
    """What the reference gives or raises there, and what the submission does, and in which line."""
    case = a_case("of_f")
    knowledge = knowledge_of(
        case,
        callables={case.id: ["f"]},
        fair=[REFUSED, PLAIN],
        kinds={case.id: "f|number"},
        answers={case.id: {1: "!ValueError"}},
    )

    asked = what_to_ask(knowledge, a_run(result), thoroughly=False)

    assert list(asked.ways) == ([way] if way else [])
    assert asked.calls == calls


@pytest.mark.parametrize(("way", "behind"), [(0, ["of_f", "of_both"]), (1, ["of_g"]), (2, None)])
def test_an_example_is_for_the_cases_that_fail_as_it_does(
    way: int, behind: list[str] | None
) -> None:
    """The examiner says which way it found; one that was not asked for is no example."""
    names = {"of_f": Failure("wrong_value"), "of_g": TEXT, "of_both": Failure("wrong_value")}
    run = a_run(*(a_result(name, "failed", failure=why, last_kind="f|text")
                  for name, why in names.items()))  # fmt: skip
    asked = what_to_ask(known(), run, thoroughly=False)

    found = found_in(known(), run, asked, Differs(0, "gave", "1", "2", way))

    cases = [case.partition("::")[2] for case in found.cases] if found else None
    assert cases == behind


def test_where_all_is_passed_an_example_is_for_no_case() -> None:
    """It is told to the instructor alone."""
    run = a_run(*(a_result(name) for name in ("of_f", "of_g", "of_both")))
    asked = what_to_ask(known(), run, thoroughly=True)

    found = found_in(known(), run, asked, Differs(0, "gave", "1", "2"))

    assert found is not None
    assert found.cases == []
