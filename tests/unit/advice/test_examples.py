"""Which fair calls a judged submission is asked follows from its cases."""

from typing import Any

import msgspec
import pytest

from grader.advice.examples import (
    example_in,
    example_of,
    question_for,
    question_of_all,
    what_to_ask,
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

BIG, SMALL, OTHER = (FairCall("f", b"", 5, "f(5)"), FairCall("f", b"", 1, "f(1)"),
                     FairCall("g", b"", 2, "g(2)"))  # fmt: skip


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


def asked(learned: Learned, **outcomes: str) -> list[str]:
    """Name the calls for these outcomes; a case that is not named is passed."""
    last = {"of_f": "f|number", "of_g": "g|number", "of_both": "g|number"}
    run = a_run(
        *(
            a_result(name, outcomes.get(name, "passed"), last_kind=kind)
            for name, kind in last.items()
        )
    )
    return [call.text for call in what_to_ask(learned, run).calls]


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
    assert question_of_all(known(), run) is None


def asked_of_all(learned: Learned, **outcomes: str) -> list[FairCall] | None:
    """Say what a proof of the lesson asks."""
    results = [a_result(name, outcomes.get(name, "passed")) for name in ("of_f", "of_g", "of_both")]
    question = question_of_all(learned, a_run(*results))
    if question is None:
        return None
    return msgspec.msgpack.decode(question, type=FindDifference).calls


def test_a_proof_asks_who_passes_every_call() -> None:
    """What the hidden cases miss is looked for in all there is, and in those alone that pass."""
    learned = known()

    assert asked_of_all(learned) == learned.fair
    assert asked_of_all(learned, of_f="failed") is None
    assert question_for(learned, a_run(*map(a_result, ("of_f", "of_g", "of_both")))) is None


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
    learned = learned_of(
        case,
        callables={case.id: ["f"]},
        fair=[REFUSED, PLAIN],
        kinds={case.id: "f|number"},
        answers={case.id: {1: "!ValueError"}},
    )

    asked = what_to_ask(learned, a_run(result))

    assert list(asked.ways) == ([way] if way else [])
    assert asked.calls == calls


@pytest.mark.parametrize(
    ("way", "behind"),
    [
        (Way("f"), ["of_f", "of_both"]),
        (Way("f", "number", "text"), ["of_g"]),
        (Way("f", "", "changed"), None),
    ],
)
def test_an_example_is_for_the_cases_that_fail_as_it_does(
    way: Way, behind: list[str] | None
) -> None:
    """The examiner says which way it found; one that was not asked for is no example."""
    names = {"of_f": Failure("wrong_value"), "of_g": TEXT, "of_both": Failure("wrong_value")}
    run = a_run(*(a_result(name, "failed", failure=why, last_kind="f|text")
                  for name, why in names.items()))  # fmt: skip
    replied(run, Differs(0, "gave", "1", "2", way))

    found = example_in(known(), run, SOURCE)

    cases = [case.partition("::")[2] for case in found.cases] if found else None
    assert cases == behind


def test_where_all_is_passed_an_example_is_for_no_case() -> None:
    """It is told to the author, whose cases miss it."""
    run = a_run(*(a_result(name) for name in ("of_f", "of_g", "of_both")))
    run.question = question_of_all(known(), run)
    run.reply = msgspec.msgpack.encode(Differs(0, "gave", "1", "2", Way("f")))

    found = example_in(known(), run, SOURCE)

    assert found is not None
    assert found.cases == ()


@pytest.mark.parametrize(
    "reply", [b"", b"\xc1", msgspec.msgpack.encode(Differs(3, "gave", "1", "2", Way("f"))), b"\x80"]
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
            FairCall("f", b"", 1, "f([2])"),
            Differs(0, "gave", "2.0", "2.88539", Way("f")),
            "f([2]) should give 2.0; your code gives 2.88539.",
        ),
        (
            FairCall("f", b"", 1, "f([])"),
            Differs(0, "raised", "0.0", "builtins.IndexError|builtins.LookupError", Way("f")),
            "f([]) should give 0.0; your code raises IndexError.",
        ),
        (
            FairCall("f", b"", 1, "f([])"),
            Differs(0, "raised", "0.0", "elsewhere.Hidden|sums.Odd|builtins.ValueError", Way("f")),
            "f([]) should give 0.0; your code raises Odd.",
        ),
        (
            FairCall("f", b"", 1, "f(-1)", raised="builtins.ValueError"),
            Differs(0, "gave", "ValueError", "None", Way("f")),
            "f(-1) should raise ValueError; your code gives None.",
        ),
        (
            FairCall("f", b"", 1, "f([2, 1])"),
            Differs(0, "changed", "", "[1, 2]", Way("f")),
            "f([2, 1]) should leave what it is given as it is; your code changes it to [1, 2].",
        ),
        (
            FairCall("f", b"", 1, "f('a')"),
            Differs(0, "gave", "'a'", "'\u202e\n' at 0x7f00", Way("f")),
            "f('a') should give 'a'; your code gives '\\u202e\\n'.",
        ),
        (
            FairCall("f", b"", 1, "f(1)"),
            Differs(0, "gave", "1" * 500, "1" * 499 + "2", Way("f")),
            f"f(1) should give (380 more) …{'1' * 120}; your code gives (380 more) …{'1' * 119}2.",
        ),
    ],
)
def test_an_example_is_one_sentence(call: FairCall, differs: Differs, sentence: str) -> None:
    """Values are cut around their difference, and nothing in them steers a terminal."""
    assert example_of(call, differs, SOURCE).sentence == sentence
