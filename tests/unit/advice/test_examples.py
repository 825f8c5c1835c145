"""Which fair calls a judged submission is asked follows from its cases."""

from typing import Any

import msgspec
import pytest

from grader.advice.examples import (
    example_in,
    example_of,
    question_for,
    way_of_case,
)
from grader.advice.fair_calls import Differs, FairCall, FindDifference, Way
from grader.advice.learning import Learned
from grader.advice.mistakes import fingerprint
from grader.cases.events import CaseResult, Failure
from grader.judge.jobs import Run
from grader.judge.submission_source import Source
from grader.judge.verdict import settle
from tests.unit.advice.builders import learned_of
from tests.unit.judge.builders import TEST_FILE, a_case, a_result, a_run

BIG, SMALL, OTHER = (FairCall("f", b"", "f(5)"), FairCall("f", b"", "f(1)"),
                     FairCall("g", b"", "g(2)"))  # fmt: skip


F: Way = ("f", "", "number")
SOURCE = Source({"sums.py": b"class Odd(ValueError): ...\n"}, "sums.py")


def replied(run: Run, differs: Differs) -> None:
    """Let a run be asked, and answer one call otherwise."""
    run.question, run.reply = question_for(known(), run), msgspec.msgpack.encode(differs)


def known(**reveals: str) -> Learned:
    """Know a case that calls f, one that calls g and one that calls both."""
    called = {"of_f": ["f"], "of_g": ["g"], "of_both": ["f", "g"]}
    cases = [a_case(name, reveal=reveals.get(name, "sentence")) for name in called]
    callables = {f"{TEST_FILE}::{name}": names for name, names in called.items()}
    return learned_of(*cases, callables=callables, fair=[SMALL, OTHER, BIG])


def asked_in(question: bytes | None) -> list[FairCall]:
    """Read which calls are asked."""
    return msgspec.msgpack.decode(question, type=FindDifference).calls if question else []


def asked(learned: Learned, **outcomes: str) -> list[str]:
    """Name the calls for these outcomes; a case that is not named is passed."""
    last = {"of_f": "f|number", "of_g": "g|number", "of_both": "g|number"}
    run = a_run(
        *(
            a_result(name, outcomes.get(name, "passed"), last_kind=kind)
            for name, kind in last.items()
        )
    )
    question = question_for(learned, run)
    return [call.text for call in asked_in(question)]


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
    run = a_run(a_result("of_f", "failed"), **more)

    assert question_for(known(), run) is None


def test_who_makes_a_known_mistake_is_asked_nothing() -> None:
    """Its own sentence says more; another that fails the same case is asked."""
    learned = known()
    run = a_run(a_result("of_f", "failed", last_kind="f|number"))
    does = fingerprint(run, settle(run, learned.knowledge), frozenset())
    mistakes = msgspec.structs.replace(learned.fingerprints, mistakes={"slip": does})
    knowing = msgspec.structs.replace(learned, fingerprints=mistakes)

    assert question_for(learned, run) is not None
    assert question_for(knowing, run) is None


ZERO_TYPES = "builtins.ZeroDivisionError|builtins.ArithmeticError"
ZERO, ELSEWHERE = (Failure("raised", ZERO_TYPES, "", "by zero", "sums.py", line) for line in (3, 8))
TEXT = Failure("wrong_type", "text", "number")
PLAIN, REFUSED = FairCall("f", b"", "f(1)"), FairCall("f", b"", "f(0)", raised="ValueError")
AT_3, AT_8 = (f"!{ZERO_TYPES} in line {line} of sums.py" for line in (3, 8))


def failing(failure: Failure | None, number: int = 1, kind: str = "number") -> CaseResult:
    """Fail the case of f in its call of this number."""
    calls = [(f"f({n})", "0") for n in range(number)]
    return a_result("of_f", "failed", failure=failure, calls=calls, last_kind=f"f|{kind}")


@pytest.mark.parametrize(
    ("result", "way", "calls"),
    [
        (failing(Failure("wrong_value")), F, [PLAIN]),
        (failing(TEXT), ("f", "", "text"), [PLAIN]),
        (failing(Failure("asserted"), kind="None"), ("f", "", "None"), [PLAIN]),
        (failing(Failure("asserted")), F, [PLAIN]),
        (failing(Failure("changed", "list")), ("f", "", "changed"), [PLAIN]),
        (failing(ZERO), ("f", "", AT_3), [PLAIN]),
        (failing(ELSEWHERE), ("f", "", AT_8), [PLAIN]),
        (failing(ZERO, number=2), ("f", "!ValueError", AT_3), [REFUSED]),
        (failing(Failure("not_raised"), number=2), ("f", "!ValueError", ""), [REFUSED]),
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
    learned = learned_of(
        case,
        callables={case.id: ["f"]},
        fair=[REFUSED, PLAIN],
        kinds={case.id: "f|number"},
        answers={case.id: {1: "!ValueError"}},
    )

    run = a_run(result)

    assert way_of_case(learned, run, case.id) == way
    assert asked_in(question_for(learned, run)) == calls


@pytest.mark.parametrize(
    ("way", "behind"),
    [
        (F, ["of_f", "of_both"]),
        (("f", "", "text"), ["of_g"]),
        (("f", "", "changed"), None),
    ],
)
def test_an_example_is_for_the_cases_that_fail_as_it_does(
    way: Way, behind: list[str] | None
) -> None:
    """The examiner says which way it found; one that was not asked for is no example."""
    names = {"of_f": Failure("wrong_value"), "of_g": TEXT, "of_both": Failure("wrong_value")}
    run = a_run(*(a_result(name, "failed", failure=why, last_kind="f|number")
                  for name, why in names.items()))  # fmt: skip
    replied(run, Differs(0, "gives", "2", way))

    found = example_in(known(), run, SOURCE)

    cases = [case.partition("::")[2] for case in found.cases] if found else None
    assert cases == behind


@pytest.mark.parametrize(
    "reply", [b"", b"\xc1", msgspec.msgpack.encode(Differs(3, "gives", "2", F)), b"\x80"]
)
def test_a_reply_that_cannot_be_is_no_example(reply: bytes) -> None:
    """Who heard a submission may say anything."""
    run = a_run(*(a_result(name) for name in ("of_f", "of_g", "of_both")))
    run.question, run.reply = question_for(known(), run), reply

    assert example_in(known(), run, SOURCE) is None


@pytest.mark.parametrize(
    ("call", "differs", "sentence"),
    [
        (
            FairCall("f", b"", "f([2])", due="2.0"),
            Differs(0, "gives", "2.88539", F),
            "f([2]) should give 2.0; your code gives 2.88539.",
        ),
        (
            FairCall("f", b"", "f(3)", due="[0.3333333333333333, nan]"),
            Differs(0, "gives", "[0.6666666666666666, 1e-09]", F),
            "f(3) should give [0.333333, nan]; your code gives [0.666667, 1e-09].",
        ),
        (
            FairCall("f", b"", "f([2])", due="2.0"),
            Differs(0, "gives", "'2.000000'", F),
            "f([2]) should give 2.0; your code gives '2.000000'.",
        ),
        (
            FairCall("f", b"", "f(3)", due="0.30000001"),
            Differs(0, "gives", "0.30000002", F),
            "f(3) should give 0.30000001; your code gives 0.30000002.",
        ),
        (
            FairCall("f", b"", "f([])", due="0.0"),
            Differs(0, "raises", "builtins.IndexError|builtins.LookupError", F),
            "f([]) should give 0.0; your code raises IndexError.",
        ),
        (
            FairCall("f", b"", "f([])", due="0.0"),
            Differs(0, "raises", "elsewhere.Hidden|sums.Odd|builtins.ValueError", F),
            "f([]) should give 0.0; your code raises Odd.",
        ),
        (
            FairCall("f", b"", "f(-1)", due="ValueError", raised="builtins.ValueError"),
            Differs(0, "gives", "None", F),
            "f(-1) should raise ValueError; your code gives None.",
        ),
        (
            FairCall("f", b"", "f([2, 1])", due=""),
            Differs(0, "changes", "[1, 2]", F),
            "f([2, 1]) should leave what it is given as it is; your code changes it to [1, 2].",
        ),
        (
            FairCall("f", b"", "f('a')", due="'a'"),
            Differs(0, "gives", "'\u202e\n' at 0x7f00", F),
            "f('a') should give 'a'; your code gives '\\u202e\\n'.",
        ),
        (
            FairCall("f", b"", "f(1)", due="1" * 500),
            Differs(0, "gives", "1" * 499 + "2", F),
            f"f(1) should give (380 more) …{'1' * 120}; your code gives (380 more) …{'1' * 119}2.",
        ),
    ],
)
def test_an_example_is_one_sentence(call: FairCall, differs: Differs, sentence: str) -> None:
    """Values are cut around their difference, and nothing in them steers a terminal."""
    assert example_of(call, differs, SOURCE).sentence == sentence
