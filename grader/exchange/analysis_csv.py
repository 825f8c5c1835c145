"""Writes an analysis as one table: a row for each case, mistake, group, attempt and hint."""

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

from grader.model.analysis import CaseAnalysis, LessonAnalysis
from grader.model.behaviour import Likeness, MistakeMade
from grader.model.text import printable

from .formulas import guarded

_COLUMNS = (
    "lesson",
    "kind",
    "id",
    "sentence",
    "count",
    "passed",
    "pass_rate",
    "discrimination",
    "timeouts",
    "timed",
    "median_seconds",
    "p95_seconds",
    "mark",
    "representative",
    "students",
)
Row = dict[str, object]


def analysis_csv(lessons: Sequence[LessonAnalysis]) -> str:
    """Return one table; a cell that is empty does not apply or is not known.

    `count` is of submissions in a row about a case, else of students.
    """
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for lesson in lessons:
        for row in _rows(lesson):
            cells = ({"lesson": lesson.lesson} | row).get
            writer.writerow([_cell(cells(name)) for name in _COLUMNS])
    return table.getvalue()


def _rows(lesson: LessonAnalysis) -> Iterable[Row]:
    yield {"kind": "lesson", "count": lesson.students, "passed": lesson.passed}
    yield from map(_case, lesson.cases)
    for made in lesson.mistakes:
        kinds = {"known_mistake": made.students, "known_mistake_in_part": made.in_part}
        yield from (_mistake(kind, made, who) for kind, who in kinds.items() if who)
    yield from map(_group, lesson.unknown)
    if lesson.attempts is not None:
        for number, students in lesson.attempts.passed_on:
            yield {"kind": "passed_on_attempt", "id": str(number), "count": students}
        yield {"kind": "not_passed_yet", "count": lesson.attempts.never}
        yield {"kind": "median_attempts", "count": lesson.attempts.median}
    for step in lesson.hints or ():
        yield {"kind": "hint", "id": str(step.step), "count": step.students}


def _case(case: CaseAnalysis) -> Row:
    return {
        "kind": "case",
        "id": case.id,
        "sentence": case.sentence,
        "count": case.counted,
        "passed": case.passed,
        "pass_rate": case.pass_rate,
        "discrimination": case.discrimination,
        "timeouts": case.timed_out,
        "timed": case.timed or None,
        "median_seconds": case.median_seconds,
        "p95_seconds": case.p95_seconds,
        "mark": case.mark.value if case.mark else None,
    }


def _mistake(kind: str, made: MistakeMade, students: tuple[str, ...]) -> Row:
    return {
        "kind": kind,
        "id": made.diagnosis.mistake,
        "sentence": made.diagnosis.sentence,
        "count": len(students),
        "students": students,
    }


def _group(group: Likeness) -> Row:
    return {
        "kind": "unknown_group",
        "id": group.short,
        "count": group.size,
        "representative": group.representative.report.student,
        "students": group.members,
    }


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return "; ".join(map(_text, value))
    if isinstance(value, float | Fraction):
        # a number, also where it is negative: no formula
        return f"{float(value):.6f}".rstrip("0").rstrip(".")
    return str(value) if isinstance(value, int) else _text(str(value))


def _text(text: str) -> str:
    return guarded(printable(text, lines=False))
