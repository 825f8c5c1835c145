"""Says what the wire must carry to judge a lesson, or why it must be judged together."""

from collections import defaultdict
from pathlib import Path

import msgspec

from grader.course.manifest import MANIFEST
from grader.flows.lesson_judge import make_stage
from grader.judge.events import CaseResult
from grader.judge.jobs import Job
from grader.judge.learning import Learned
from grader.judge.pool import Pool
from grader.judge.verdict import Judging, settle
from grader.model.phrases import listed
from grader.model.report import TOGETHER

from .findings import Findings, Place
from .lesson_runs import Court, case_name
from .manifest_lines import told
from .material import LessonMaterial
from .reference import short

_TIER = "tier"


def tier_of(material: LessonMaterial, learned: Learned) -> str:
    """Name what the wire carries in judging a lesson, or that there is none."""
    if material.lesson.cases == "together":
        return "together"
    return "objects" if learned.knowledge.contract.needs_objects() else "functions"


def check_tier(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Note the first thing in each case that is more than a function or data."""
    cases = learned.knowledge.contract.cases
    needy = [case for case in learned.knowledge.cases if case.id in cases and cases[case.id].needs]
    imported = cases[""].needs if "" in cases else {}
    if imported:
        place, what = next(iter(imported.items()))
        who, where = "Importing the hidden files", _in_file(material, place)
    elif needy:
        place, what = next(iter(cases[needy[0].id].needs.items()))
        who, where = case_name(needy[0].id), material.case_place(needy[0].id, _line_of(place))
    else:
        return
    more = len(needy) - (0 if imported else 1)
    others = f", and so {'do' if more > 1 else 'does'} {more} more" if more > 0 else ""
    findings.of(_TIER).note(
        f"{who} needs more than functions and data ({what}){others}: objects cross.",
        where,
        advice="What then decides is under 'Two tiers' in docs/security.md.",
    )


def _line_of(place: str) -> int | None:
    line = place.rpartition(":")[2].partition(".")[0]
    return int(line) if line.isdigit() else None


def _in_file(material: LessonMaterial, place: str) -> Place:
    file = material.hidden.folder / place.rpartition(":")[0]
    return Place(file, _line_of(place)) if file.is_file() else Place()


OWN_EQUALITY = "own equality"
_OWN = "own"
_WORDS = {"order": "ordering", "__contains__": "__contains__"}


def check_own_equality(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Read from the contract where the reference's own operators were asked."""
    findings = findings.of(OWN_EQUALITY)
    for case in learned.knowledge.cases:
        places = learned.knowledge.contract.cases.get(case.id)
        found = defaultdict(set)
        for place, modes in places.operators.items() if places is not None else ():
            where, _, operator = place.rpartition("|")
            if operator in _WORDS or (operator == "__eq__" and _OWN in modes):
                line = where.rpartition(":")[2].partition(".")[0]
                found[_WORDS.get(operator, operator)].add(int(line) if line.isdigit() else 0)
        for operator, lines in sorted(found.items()):
            first = min(lines)
            others = f" (lines {listed(map(str, sorted(lines)), most=4)})" if len(lines) > 1 else ""
            findings.note(
                f"{case_name(case.id)} rests on the student's own {operator}{others}: what they "
                "write there decides it.",
                material.case_place(case.id, first or None),
                advice="Compare fields instead, where the operator itself is not the task.",
            )


_TOGETHER = "together"


def check_together(
    material: LessonMaterial, court: Court, learned: Learned, findings: Findings
) -> None:
    """Name each case that the reference passes beside a submission and not apart from it."""
    if material.lesson.cases == "apart":
        return
    findings = findings.of(_TOGETHER)
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
    lesson = msgspec.structs.replace(material.lesson, cases="apart")
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
