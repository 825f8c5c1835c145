"""Submissions that behave alike are told alike, whatever their code looks like."""

from typing import Any

import pytest

from grader.cases.events import CaseResult, Failure
from grader.judge.diagnosis import Fingerprints, diagnose, fingerprint, unstable_cases
from grader.judge.jobs import Run
from grader.judge.reports import make_report
from grader.judge.verdict import settle
from grader.model.course import StudentId
from grader.model.report import Diagnosis, MistakeInPart, Verdict
from grader.model.submission import Submission
from tests.unit.judge.builders import a_case, a_result, a_run, judging_of

ONE, TWO = a_case("one"), a_case("two")
STABLE: frozenset[str] = frozenset()
SUBMISSION = Submission(StudentId("ann"))


def print_of(*results: CaseResult, unstable: frozenset[str] = STABLE, **more: Any) -> str:
    """Take the fingerprint of a run."""
    run = a_run(*results, **more)
    return fingerprint(run, settle(run, judging_of(ONE, TWO)), unstable)


def test_equal_calls_are_equal_behaviour() -> None:
    """The same records give the same fingerprint, in whatever order they were judged."""
    one, two = a_result("one", fingerprint="x"), a_result("two", "failed", fingerprint="y")

    assert print_of(one, two) == print_of(two, one)


@pytest.mark.parametrize(
    "other",
    [
        a_result("one", fingerprint="other"),
        a_result("one", "failed", fingerprint="x"),
        a_result("one", "timed_out", fingerprint="x"),
        a_result("one", "error", fingerprint="x"),
    ],
)
def test_other_records_are_other_behaviour(other: CaseResult) -> None:
    """Another record, or another end of a case, is another behaviour."""
    assert print_of(other) != print_of(a_result("one", fingerprint="x"))


@pytest.mark.parametrize("outcome", ["timed_out", "out_of_memory", "error"])
def test_a_case_that_broke_off_has_no_record(outcome: str) -> None:
    """How far a case got before it broke off makes no difference."""
    assert print_of(a_result("one", outcome, fingerprint="x")) == print_of(
        a_result("one", outcome, fingerprint="y")
    )


def test_unstable_cases_are_left_out() -> None:
    """A case whose inputs differ from run to run takes no part."""
    runs = [(a_result("one"), a_result("two", fingerprint=f)) for f in ("x", "y")]

    assert print_of(*runs[0]) != print_of(*runs[1])
    assert len({print_of(*results, unstable=frozenset((TWO.id,))) for results in runs}) == 1


@pytest.mark.parametrize(
    "more",
    [
        {"whole": Failure("import_timed_out")},
        {"whole": Failure("exited", text="3")},
        {"broken": {"test_sums.py": Failure("import", "builtins.SyntaxError", "", "bad")}},
        {"broken": {"test_sums.py": Failure("import", "builtins.SyntaxError", "", "worse")}},
        {"broken": {"test_sums.py": Failure("import", "builtins.ValueError", "", "bad \ud800")}},
    ],
)
def test_how_an_import_ends_is_behaviour(more: dict[str, Any]) -> None:
    """Files that cannot be imported are told apart by why."""
    others = [print_of(), print_of(whole=Failure("breach"))]

    assert print_of(**more) == print_of(**more)
    assert print_of(**more) not in others


RUN = a_run(a_result("one", "failed"))
RESULTS = settle(RUN, judging_of(ONE))
SEEN = fingerprint(RUN, RESULTS, STABLE)


def known_of(mistakes: dict[str, str], reference: str = "right") -> Fingerprints:
    """Know how the reference behaves, and mistakes by what they do."""
    return Fingerprints(reference, mistakes, {"sign": "You subtract."}, STABLE)


def test_a_known_mistake_is_named() -> None:
    """A submission that behaves like a known mistake gets its sentence and its group."""
    found = diagnose(RUN, RESULTS, known_of({SEEN: "sign"}), Verdict.FAILED)

    assert found == (SEEN, Diagnosis("sign", "You subtract."), ())


@pytest.mark.parametrize(
    ("verdict", "known"),
    [
        (Verdict.FAILED, known_of({"another": "sign"})),
        (Verdict.PASSED, known_of({SEEN: "sign"})),
        # a known mistake that no case tells from the reference
        (Verdict.FAILED, known_of({SEEN: "sign"}, reference=SEEN)),
    ],
)
def test_other_submissions_are_not_named(verdict: Verdict, known: Fingerprints) -> None:
    """What is not known, is passed, or does as the reference has a group and no diagnosis."""
    assert diagnose(RUN, RESULTS, known, verdict) == (SEEN, None, ())


def test_a_fault_of_ours_has_no_group() -> None:
    """A grader_fault says nothing of the submission."""
    run = a_run(a_result("one", "failed"), verdict="grader_fault")

    report = make_report(SUBMISSION, run, judging_of(ONE), known_of({SEEN: "sign"})).report

    assert (report.diagnosis, report.group) == (None, None)


TODO = Failure("raised", "builtins.NotImplementedError|builtins.RuntimeError")
EMPTY = Failure("unwritten", text="add")
NO_NAME = Failure("import", "builtins.ImportError", "", "cannot import name")


@pytest.mark.parametrize(
    ("one", "two", "name"),
    [
        (("failed", "x", None), ("failed", "", TODO), "sign"),
        (("failed", "x", None), ("error", "", NO_NAME), "sign"),
        (("failed", "x", None), ("failed", "", EMPTY), "sign"),
        (("failed", "x", None), ("failed", "unheard of", None), None),
        (("failed", "unheard of", None), ("failed", "", TODO), None),
        (("passed", "right", None), ("failed", "", TODO), None),
        (("failed", "", TODO), ("failed", "", TODO), None),
        (("failed", "either", None), ("failed", "", TODO), None),
    ],
)
def test_what_is_not_written_hides_no_mistake(
    one: tuple[str, str, Failure | None], two: tuple[str, str, Failure | None], name: str | None
) -> None:
    """A mistake is known by the cases of what is written, where these fit no other one."""
    results = {
        f"test_sums.py::{case}": a_result(case, outcome, fingerprint=record, failure=failure)
        for case, (outcome, record, failure) in {"one": one, "two": two}.items()
    }
    does = {"sign": ("x", "y"), "cut": ("either", "y"), "log": ("either", "z")}
    known = Fingerprints(
        "right",
        {name: name for name in does},
        dict.fromkeys(does, "You err."),
        STABLE,
        {name: {ONE.id: f"False|{a}", TWO.id: f"False|{b}"} for name, (a, b) in does.items()},
        dict.fromkeys((ONE.id, TWO.id), "True|right"),
    )

    found = diagnose(a_run(), results, known, Verdict.FAILED).mistake

    assert (found.mistake if found else None) == name


@pytest.mark.parametrize(
    ("mistake_does", "mistake"), [("True|y", "sign"), ("True|z", "sign"), ("False|n", None)]
)
def test_another_right_answer_hides_no_mistake(mistake_does: str, mistake: str | None) -> None:
    """A case that passes with another answer than the reference's counts for nothing."""
    results = [a_result("one", "failed", fingerprint="x"), a_result("two", fingerprint="my own")]
    does = {"sign": {ONE.id: "False|x", TWO.id: mistake_does}}
    right = {ONE.id: "True|y", TWO.id: "True|y"}
    known = Fingerprints("right", {"wrong": "sign"}, {"sign": "You err."}, STABLE, does, right)

    report = make_report(SUBMISSION, a_run(*results), judging_of(ONE, TWO), known).report

    assert (report.diagnosis.mistake if report.diagnosis else None) == mistake


def test_what_a_mistake_explains_in_part_is_told() -> None:
    """Where no fingerprint is equal, the failing cases that a mistake explains are named."""
    cases = {"one": ("failed", "x"), "two": ("failed", "unheard of"), "three": ("passed", "y")}
    results = [a_result(name, was, fingerprint=done) for name, (was, done) in cases.items()]
    judging = judging_of(*map(a_case, cases))
    right = {result.id: "True|y" for result in results}
    does = {"sign": {**right, ONE.id: "False|x"}}
    known = Fingerprints("right", {"wrong": "sign"}, {"sign": "You err."}, STABLE, does, right)

    found = [
        make_report(SUBMISSION, run, judging, known).report.mistakes_in_part
        for run in (a_run(*results), a_run(*results, whole=Failure("breach")))
    ]

    assert found == [(MistakeInPart("sign", "You err.", (ONE.id,)),), ()]


def test_unstable_cases_have_other_inputs() -> None:
    """A case is unstable when two runs of the reference call it with other inputs."""

    def run(**inputs: str) -> Run:
        return a_run(*(a_result(name, inputs=value) for name, value in inputs.items()))

    found = unstable_cases(run(same="x", other="x", gone="x"), run(same="x", other="y"))

    assert {case.partition("::")[2] for case in found} == {"other", "gone"}
