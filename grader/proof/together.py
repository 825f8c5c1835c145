"""Names the cases that cannot be judged apart from a submission.

They are those that the reference passes with the cases beside it, and not over the border.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from grader.advice.learning import Learned
from grader.advice.lesson_judge import make_stage
from grader.cases.events import CaseInfo, CaseResult
from grader.judge.jobs import Job, Run
from grader.judge.pool import Pool
from grader.model.report import TOGETHER
from grader.model.soundness import Level

from .lesson_runs import Court, case_name
from .material import Findings, LessonMaterial
from .reference import first_line

_LINE = 'cases = "together"'
_FINE = frozenset(("passed", "skipped", "xfailed"))
_OF_BORDER = "CannotCross: "  # before what the border says that it does not carry


def check_together(
    material: LessonMaterial, court: Court, learned: Learned, findings: Findings
) -> None:
    """Note why a lesson is judged together; that no case needs it is a warning."""
    counted = [case for case in learned.knowledge.cases if learned.knowledge.counts(case.id)]
    findings = findings.of("together")
    if _tell(material, _record(material, court, "apart"), counted, findings, Level.NOTE):
        findings.note(TOGETHER, material.manifest_place)
    else:
        findings.warn(
            "No case needs it: this lesson would be judged apart.",
            material.manifest_place,
            advice=f"Remove the line {_LINE}.",
        )


def check_apart(material: LessonMaterial, court: Court, findings: Findings) -> None:
    """Name the cases of a lesson judged apart that only pass together."""
    apart = _record(material, court, "apart")
    if apart.fault is None and apart.verdict is None:
        beside = _record(material, court, "together")
        passed = {one.id for one in beside.results.values() if one.outcome == "passed"}
        cases = [case for case in beside.cases if case.id in passed]
        _tell(material, apart, cases, findings.of("together"), Level.ERROR)


def _record(material: LessonMaterial, court: Court, cases: Literal["apart", "together"]) -> Run:
    lesson = replace(material.lesson, cases=cases)
    stage = make_stage(lesson, material.files, court.isolation, court.cache)
    with Pool(stage, 1) as pool:
        return next(iter(pool.judge([Job(0, material.files.reference, is_recording=True)])))


def _tell(
    material: LessonMaterial,
    apart: Run,
    cases: Iterable[CaseInfo],
    findings: Findings,
    level: Level,
) -> bool:
    """Name each of the cases that was not fine apart; tell whether there is one."""
    has_any = False
    for case in cases:
        broken = CaseResult(case.id, "error", apart.whole or apart.broken.get(case.file))
        result = apart.results.get(case.id) or broken
        if result.outcome in _FINE:
            continue
        has_any = True
        text = result.text or (result.failure.text if result.failure else "") or result.outcome
        line = result.frames[-1][1] if result.frames else None
        findings.add(
            level,
            f"{case_name(case.id)} cannot be judged apart from a submission: "
            f"{first_line(text).removeprefix(_OF_BORDER)}.",
            material.case_place(case.id, line),
            advice="Write it so: ask functions and methods of the submission for plain data, and "
            f"compare that; docs/known-limits.md has more. Or write {_LINE} for the lesson; then "
            "a submission could read its cases and write its own verdict.",
        )
    return has_any
