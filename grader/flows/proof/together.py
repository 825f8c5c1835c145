"""Says why a lesson needs its hidden cases beside a submission, by running its reference apart."""

import dataclasses
from pathlib import Path

from grader.course.manifest import MANIFEST
from grader.flows.lesson_judge import make_stage
from grader.judge.events import CaseResult
from grader.judge.jobs import Job
from grader.judge.learning import Learned
from grader.judge.pool import Pool
from grader.judge.verdict import Judging, settle
from grader.model.report import TOGETHER

from .findings import Findings, Place
from .lesson_runs import Court, case_name
from .manifest_lines import told
from .material import LessonMaterial
from .reference import short

CHECK = "together"


def check_together(
    material: LessonMaterial, court: Court, learned: Learned, findings: Findings
) -> None:
    """Name each case that the reference passes beside a submission and not apart from it."""
    if material.lesson.cases == "apart":
        return
    findings = findings.of(CHECK)
    apart = _judged_apart(material, court, learned)
    needing = {case: result for case, result in apart.items() if result.outcome != "passed"}
    for case, result in needing.items():
        text = result.text or (result.failure.text if result.failure else "")
        line = next((frame[1] for frame in reversed(result.frames)), None)
        findings.note(
            f"{case_name(case)} cannot be judged apart from a submission: "
            f"{short(text) or result.outcome.replace('_', ' ')}.",
            material.case_place(case, line),
            advice="docs/known-limits.md may say what to write instead.",
        )
    if needing:
        findings.note(TOGETHER, _place_of_line(material))
    else:
        findings.warn(
            "No case needs it: this lesson would be judged apart.",
            _place_of_line(material),
            advice='Remove the line cases = "together".',
        )


def _judged_apart(
    material: LessonMaterial, court: Court, learned: Learned
) -> dict[str, CaseResult]:
    """Give each case that counts the result that the reference has when it is judged apart."""
    lesson = dataclasses.replace(material.lesson, cases="apart")
    stage = make_stage(lesson, material.files, court.isolation, court.cache)
    with Pool(stage, 1) as pool:
        run = next(iter(pool.judge([Job(0, material.files.reference, is_recording=True)])))
    judging = Judging(lesson, material.files.version, learned.knowledge)
    results = settle(run, judging)
    return {case: results[case] for case in results if learned.knowledge.counts(case)}


def _place_of_line(material: LessonMaterial) -> Place:
    path: Path = material.course.root / MANIFEST
    text = path.read_text(encoding="utf-8", errors="replace")
    _, line = told(f"lesson {material.lesson.id}: cases", text)
    return Place(path, line)
