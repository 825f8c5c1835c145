"""Submissions that behave alike are told alike, whatever their code looks like."""

from typing import Any

import pytest

from grader.advice.mistakes import (
    Fingerprint,
    Fingerprints,
    diagnosed,
    fingerprint,
    group_of,
)
from grader.cases.events import CaseResult, Failure
from grader.judge.reports import make_report, settle
from grader.model.course import StudentId
from grader.model.report import Diagnosis, MistakeInPart, Report, Verdict
from grader.model.submission import Submission
from tests.unit.advice.builders import fingerprints_of
from tests.unit.judge.builders import a_case, a_result, a_run, judging_of, knowledge_of

ONE, TWO = a_case("one"), a_case("two")
STABLE: frozenset[str] = frozenset()
SUBMISSION = Submission(StudentId("ann"))


def print_of(*results: CaseResult, unstable: frozenset[str] = STABLE, **more: Any) -> str:
    """Name the group of a run."""
    run = a_run(*results, **more)
    return group_of(fingerprint(run, settle(run, knowledge_of(ONE, TWO)), unstable))


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


RIGHT: Fingerprint = {ONE.id: (True, "y"), TWO.id: (True, "y")}


def report_of(*results: CaseResult, known: Fingerprints, **more: Any) -> Report:
    """Report on a run of two cases, with what is known of mistakes."""
    run, judging = a_run(*results, **more), judging_of(ONE, TWO)
    report = make_report(SUBMISSION, run, judging).report
    return diagnosed(report, run, settle(run, judging.knowledge), known)


def did(one: str, two: str) -> Fingerprint:
    """Say what was done in both cases: `y` is right, and so is what begins with an `r`."""
    return {case.id: (does[0] in "ry", does) for case, does in ((ONE, one), (TWO, two))}


FAILED = (a_result("one", "failed", fingerprint="x"), a_result("two", "failed", fingerprint="z"))


def test_a_known_mistake_is_named() -> None:
    """A submission that behaves like a known mistake gets its sentence and its group."""
    report = report_of(*FAILED, known=fingerprints_of(RIGHT, sign=did("x", "z")))

    assert report.diagnosis == Diagnosis("sign", "sign: you err.")
    assert report.group == group_of(did("x", "z"))
    assert report.mistakes_in_part == ()


@pytest.mark.parametrize(
    ("outcome", "known"),
    [
        ("failed", fingerprints_of(RIGHT, sign=did("another", "another"))),
        ("passed", fingerprints_of(RIGHT, sign=did("y", "y"))),
        # a known mistake that no case tells from the reference
        ("failed", fingerprints_of(did("x", "x"), sign=did("x", "x"))),
    ],
)
def test_other_submissions_are_not_named(outcome: str, known: Fingerprints) -> None:
    """What is not known, is passed, or does as the reference has a group and no diagnosis."""
    record = "y" if outcome == "passed" else "x"
    results = [a_result(name, outcome, fingerprint=record) for name in ("one", "two")]

    report = report_of(*results, known=known)

    assert report.verdict is Verdict(outcome)
    assert (report.group, report.diagnosis) == (group_of(did(record, record)), None)


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
        (("passed", "y", None), ("failed", "", TODO), None),
        (("failed", "", TODO), ("failed", "", TODO), None),
        (("failed", "either", None), ("failed", "", TODO), None),
    ],
)
def test_what_is_not_written_hides_no_mistake(
    one: tuple[str, str, Failure | None], two: tuple[str, str, Failure | None], name: str | None
) -> None:
    """A mistake is known by the cases of what is written, where these fit no other one."""
    results = [
        a_result(case, outcome, fingerprint=record, failure=failure)
        for case, (outcome, record, failure) in {"one": one, "two": two}.items()
    ]
    mistakes = {"sign": did("x", "g"), "cut": did("either", "g"), "log": did("either", "z")}

    found = report_of(*results, known=fingerprints_of(RIGHT, **mistakes)).diagnosis

    assert (found.mistake if found else None) == name


@pytest.mark.parametrize(("mistake_does", "name"), [("y", "sign"), ("rz", "sign"), ("n", None)])
def test_another_right_answer_hides_no_mistake(mistake_does: str, name: str | None) -> None:
    """A case that passes with another answer than the reference's counts for nothing."""
    results = [FAILED[0], a_result("two", fingerprint="r my own")]

    found = report_of(*results, known=fingerprints_of(RIGHT, sign=did("x", mistake_does))).diagnosis

    assert (found.mistake if found else None) == name


def test_what_a_mistake_explains_in_part_is_told() -> None:
    """Where no fingerprint is equal, the failing cases that a mistake explains are named."""
    known = fingerprints_of(RIGHT, sign=did("x", "y"))

    found = [
        report_of(*FAILED, known=known, **more).mistakes_in_part
        for more in ({}, {"whole": Failure("breach")})
    ]

    assert found == [(MistakeInPart("sign", "sign: you err.", (ONE.id,)),), ()]
