"""Writes an analysis and a regrade as tables for spreadsheets."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from grader.model.analysis import CaseAnalysis, LessonAnalysis
from grader.model.behaviour import Likeness, MistakeMade
from grader.model.regrade import AttemptChange
from grader.model.text import printable

from .amounts import as_decimal
from .csv_cells import csv_text, guarded

_ANALYSIS_COLUMNS = (
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
    rows = ({"lesson": lesson.lesson} | row for lesson in lessons for row in _rows(lesson))
    cells = ([_cell(row.get(name)) for name in _ANALYSIS_COLUMNS] for row in rows)
    return csv_text([_ANALYSIS_COLUMNS, *cells])


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
        return as_decimal(value, places=6)
    return str(value) if isinstance(value, int) else _text(str(value))


def _text(text: str) -> str:
    return guarded(printable(text, lines=False))


_REGRADE_COLUMNS = (
    *("student", "lesson", "attempt", "changed", "points_from", "points_to"),
    *("max_points_from", "max_points_to", "passed_from", "passed_to"),
    *("verdict_from", "verdict_to", "cases"),
)


def regrade_csv(changes: Iterable[AttemptChange]) -> str:
    """Return a row for each attempt that was judged again, also where nothing changed."""
    return csv_text([_REGRADE_COLUMNS, *(map(guarded, _change_row(one)) for one in changes)])


def _change_row(change: AttemptChange) -> tuple[str, ...]:
    both = (change.before, change.after)
    return (
        *(change.student, change.lesson, str(change.number), _yes(change.is_change)),
        *(as_decimal(Fraction(one.points)) for one in both),
        *(as_decimal(Fraction(one.max_points)) for one in both),
        *(_yes(one.lesson_passed) for one in both),
        *(one.verdict.value for one in both),
        "; ".join(f"{one.id}: {one.told}" for one in change.cases),
    )


def _yes(value: bool) -> str:  # a cell's content
    return "yes" if value else "no"
