"""Which fair calls a judged submission is asked follows from its cases."""

from typing import Any

import msgspec
import pytest

from grader.advice.examples import Way, calls_to_make, example_in, example_of, way_of
from grader.advice.learning import Learned
from grader.advice.mistakes import fingerprint
from grader.cases.events import CaseResult, Failure
from grader.judge.jobs import FairCall
from grader.judge.reports import settle
from grader.judge.submission_source import Source
from tests.unit.advice.builders import learned_of
from tests.unit.judge.builders import TEST_FILE, a_case, a_result, a_run

SMALL, BIG, OTHER = (
    FairCall(text[0], b"", text, answer="1", fingerprint="right")
    for text in ("f(1)", "f(5)", "g(2)")
)
F: Way = ("f", "", "number")
SOURCE = Source({"sums.py": b"class Odd(ValueError): ...\n"}, "sums.py")


def known(**reveals: str) -> Learned:
    """Know a case that calls f, one that calls g and one that calls both."""
    called = {"of_f": ["f"], "of_g": ["g"], "of_both": ["f", "g"]}
    cases = [a_case(name, reveal=reveals.get(name, "sentence")) for name in called]
    callables = {f"{TEST_FILE}::{name}": names for name, names in called.items()}
    return learned_of(*cases, callables=callables, fair=[SMALL, OTHER, BIG])


def asked(learned: Learned, **outcomes: str) -> list[str]:
    """Name the calls for these outcomes; a case that is not named is passed."""
    last = {"of_f": "f|number", "of_g": "g|number", "of_both": "g|number"}
    run = a_run(
        *(
            a_result(name, outcomes.get(name, "passed"), last_kind=kind)
            for name, kind in last.items()
        )
    )
    return [call.text for call in calls_to_make(learned, run)]


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
        ({}, []),
    ],
)
def test_asked_is_what_fails_and_does_not_hang(outcomes: dict[str, str], calls: list[str]) -> None:
    """The functions that failing cases called last are asked, smallest first."""
    assert asked(known(), **outcomes) == calls


def test_what_a_case_that_reveals_nothing_calls_is_not_asked() -> None:
    """Not even where another case calls it, too."""
    learned = known(of_g="nothing")

    assert asked(learned, of_g="failed") == []
    assert asked(learned, of_g="failed", of_both="failed") == []
    assert asked(learned, of_both="failed") == ["g(2)"]


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
    run = a_run(a_result("of_f", "failed", last_kind="f|number"), **more)

    assert calls_to_make(known(), run) == []


def test_who_makes_a_known_mistake_is_asked_nothing() -> None:
    """Its own sentence says more; another that fails the same case is asked."""
    learned = known()
    run = a_run(a_result("of_f", "failed", last_kind="f|number"))
    does = fingerprint(run, settle(run, learned.knowledge), frozenset())
    mistakes = msgspec.structs.replace(learned.fingerprints, mistakes={"slip": does})
    knowing = msgspec.structs.replace(learned, fingerprints=mistakes)

    assert calls_to_make(learned, run) == [SMALL, BIG]
    assert calls_to_make(knowing, run) == []


ZERO_TYPES = "builtins.ZeroDivisionError|builtins.ArithmeticError"
ZERO, ELSEWHERE = (Failure("raised", ZERO_TYPES, "", "by zero", "sums.py", line) for line in (3, 8))
TEXT = Failure("wrong_type", "text", "number")
REFUSED = FairCall("f", b"", "f(0)", "raised ValueError", "refused")
AT_3, AT_8 = (f"{ZERO_TYPES} in line {line} of sums.py" for line in (3, 8))


def failing(failure: Failure | None, number: int = 1, kind: str = "number") -> CaseResult:
    """Fail the case of f in its call of this number."""
    calls = [(f"f({n})", "0") for n in range(number)]
    return a_result("of_f", "failed", failure=failure, calls=calls, last_kind=f"f|{kind}")


@pytest.mark.parametrize(
    ("result", "way", "calls"),
    [
        (failing(Failure("wrong_value")), F, [SMALL]),
        (failing(TEXT), ("f", "", "text"), [SMALL]),
        (failing(Failure("asserted"), kind="None"), ("f", "", "None"), [SMALL]),
        (failing(Failure("asserted")), F, [SMALL]),
        (failing(Failure("changed", "list")), None, []),
        (failing(ZERO), ("f", "", AT_3), [SMALL]),
        (failing(ELSEWHERE), ("f", "", AT_8), [SMALL]),
        (failing(ZERO, number=2), ("f", "raised ValueError", AT_3), [REFUSED]),
        (failing(Failure("not_raised"), number=2), ("f", "raised ValueError", ""), [REFUSED]),
        (failing(Failure("raised", "builtins.NotImplementedError")), None, []),
        (failing(Failure("arguments")), None, []),
    ],
)
def test_a_call_is_to_go_wrong_as_the_case_on_both_sides(
    result: CaseResult, way: Way | None, calls: list[FairCall]
) -> None:
    """What the reference gives or raises there, and what the submission does, and in which line."""
    case = a_case("of_f")
    learned = learned_of(
        case,
        callables={case.id: ["f"]},
        fair=[REFUSED, SMALL],
        kinds={case.id: "f|number"},
        answers={case.id: {1: "raised ValueError"}},
    )

    found = calls_to_make(learned, a_run(result))

    assert found == calls
    assert way is None or way_of(result, "raised ValueError" if REFUSED in calls else "") == way


def answer(call: FairCall, got: str, failure: Failure | None = None, **more: Any) -> CaseResult:
    """Say what a submission answers to a call, as a case of its own."""
    more = {"fingerprint": "wrong", "last_kind": f"{call.function}|number", **more}
    return CaseResult(call.text, "passed", failure, calls=[(call.text, got)], **more)


@pytest.mark.parametrize(
    ("answers", "call", "behind"),
    [
        ([answer(SMALL, "2"), answer(BIG, "3")], "f(1)", ["of_f", "of_both"]),
        ([answer(SMALL, "1", fingerprint="right"), answer(BIG, "3")], "f(5)", ["of_f", "of_both"]),
        ([answer(SMALL, "'2'", last_kind="f|text")], "f(1)", ["of_g"]),
        ([answer(SMALL, "'2'", last_kind="f|text"), answer(BIG, "3")], "f(5)", ["of_f", "of_both"]),
        ([answer(SMALL, "[]", last_kind="f|list")], None, []),
        ([answer(SMALL, "raised ZeroDivisionError", ZERO)], None, []),
        ([answer(SMALL, "1")], None, []),
        ([answer(SMALL, "1.0", fingerprint="right")], None, []),
        ([], None, []),
    ],
)
def test_an_example_is_for_the_cases_that_fail_as_it_does(
    answers: list[CaseResult], call: str | None, behind: list[str]
) -> None:
    """The first call that goes wrong as the first case does; else as a later one."""
    names = {"of_f": Failure("wrong_value"), "of_g": TEXT, "of_both": Failure("wrong_value")}
    run = a_run(*(a_result(name, "failed", failure=why, last_kind="f|number")
                  for name, why in names.items()))  # fmt: skip
    run.answers = {one.id: one for one in answers}

    found = example_in(known(), run, SOURCE)

    assert (found and found.call) == call
    cases = found.cases if found else ()
    assert [case.partition("::")[2] for case in cases] == behind


def test_a_refusal_that_is_missing_is_shown() -> None:
    """Where the reference raises, in the case and in the call, and the submission does not."""
    case = a_case("of_f")
    learned = learned_of(
        case,
        callables={case.id: ["f"]},
        fair=[REFUSED],
        answers={case.id: {0: "raised ValueError"}},
    )
    run = a_run(failing(Failure("not_raised")))
    run.answers = {REFUSED.text: answer(REFUSED, "3")}

    found = example_in(learned, run, SOURCE)

    assert found is not None
    assert found.sentence == "f(0) should raise ValueError; your code gives 3."
    assert found.cases == (case.id,)


RAISED_ODD = "elsewhere.Hidden|sums.Odd|builtins.ValueError"


@pytest.mark.parametrize(
    ("text", "due", "got", "raised", "sentence"),
    [
        ("f([2])", "2.0", "2.88539", "", "f([2]) should give 2.0; your code gives 2.88539."),
        (
            *("f(3)", "[0.3333333333333333, nan]", "[0.6666666666666666, 1e-09]", ""),
            "f(3) should give [0.333333, nan]; your code gives [0.666667, 1e-09].",
        ),
        ("f(2)", "2.0", "'2.000000'", "", "f(2) should give 2.0; your code gives '2.000000'."),
        ("f(3)", "0.30000001", "0.30000002", "", None),
        (
            *("f([])", "0.0", "raised IndexError", "builtins.IndexError|builtins.LookupError"),
            "f([]) should give 0.0; your code raises IndexError.",
        ),
        (
            *("f([])", "0.0", "raised Hidden", RAISED_ODD),
            "f([]) should give 0.0; your code raises Odd.",
        ),
        ("f(-1)", "raised ValueError", "raised Hidden", RAISED_ODD, None),
        (
            *("f(-1)", "raised ValueError", "None", ""),
            "f(-1) should raise ValueError; your code gives None.",
        ),
        (
            *("f('a')", "'a'", "'\u202e\n' at 0x7f00", ""),
            "f('a') should give 'a'; your code gives '\\u202e\\n'.",
        ),
        (
            *("f(1)", "1" * 500, "1" * 499 + "2", ""),
            f"f(1) should give (380 more) …{'1' * 120}; your code gives (380 more) …{'1' * 119}2.",
        ),
    ],
)
def test_an_example_is_one_sentence(
    text: str, due: str, got: str, raised: str, sentence: str | None
) -> None:
    """Values are cut around their difference, and nothing in them steers a terminal."""
    call = FairCall("f", b"", text, due, "right")
    failure = Failure("raised", raised) if raised else None

    found = example_of(call, answer(call, got, failure), SOURCE)

    assert (found and found.sentence) == sentence
