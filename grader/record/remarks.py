"""Records marks and comments by hand, by student, lesson and bytes: a regrade keeps them."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from grader.model.remarks import RemarkOnRecord, remarks_on, with_remarks
from grader.model.report import Remark

from .attempts import AttemptRow, read_judged
from .connections import Connection, matching, moment, of_row
from .people import enrol, write_audit

_ABOUT = ("id", "student", "lesson", "submission_sha256")
_REMARKS = f"SELECT {', '.join((*_ABOUT, *Remark.__struct_fields__))} FROM remarks"
_NO_PASS_SCORES: Mapping[str, float] = {}


def add_remark(
    writing: Connection,
    student: str,
    lesson: str,
    submission_sha256: str | None,
    remark: Remark,
    now: datetime,
) -> int:
    """Write a remark down; return the number that it is taken back by."""
    enrol(writing, student, now)
    ((number,),) = writing.rows(
        "INSERT INTO remarks"
        " (student, lesson, submission_sha256, case_id, points, text, written_by, written_at)"
        " VALUES (:student, :lesson, :sha, :case_id, :points, :text, :written_by, :written_at)"
        " RETURNING id",
        student=student,
        lesson=lesson,
        sha=submission_sha256,
        **{name: getattr(remark, name) for name in remark.__struct_fields__},
    )
    event = "commented" if remark.points is None else "marked"
    write_audit(writing, event, now, student=student, lesson=lesson)
    return int(number)


def list_remarks(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> list[RemarkOnRecord]:
    """List remarks in the order in which they were written."""
    chosen, values = matching(student=student, lesson=lesson)
    return [_on_record(row) for row in reading.rows(f"{_REMARKS}{chosen} ORDER BY id", **values)]


def remove_remark(writing: Connection, number: int, now: datetime) -> RemarkOnRecord | None:
    """Take a remark back; return it, or None where there is none of that number."""
    found = writing.rows(f"{_REMARKS} WHERE id = :number", number=number)
    if not found:
        return None
    writing.change("DELETE FROM remarks WHERE id = :number", number=number)
    removed = _on_record(found[0])
    write_audit(writing, "remark removed", now, student=removed.student, lesson=removed.lesson)
    return removed


def marked_rows(
    reading: Connection,
    rows: Iterable[AttemptRow],
    pass_scores: Mapping[str, float] = _NO_PASS_SCORES,
) -> list[AttemptRow]:
    """Count the marks by hand into attempts.

    Whether a marked one passes is said for the lessons of `pass_scores` only, else it does not:
    the rules of unlocking work it out again by its points.
    """
    rows = list(rows)
    students = {row.student for row in rows}
    known = list_remarks(reading, students.pop() if len(students) == 1 else None)
    marks = [one for one in known if one.remark.points is not None]
    theirs = {(one.student, one.lesson) for one in marks}
    marked = []
    for row in rows:
        judged = read_judged(reading, row) if (row.student, row.lesson) in theirs else None
        about = remarks_on(judged.report, marks) if judged is not None else ()
        if judged is None or not about:
            marked.append(row)
            continue
        report = with_remarks(judged.report, about, pass_scores.get(row.lesson, 1.0))
        passed = report.lesson_passed and row.lesson in pass_scores
        marked.append(replace(row, points=report.points, lesson_passed=passed, is_marked=True))
    return marked


def _on_record(row: Any) -> RemarkOnRecord:
    about = dict(zip(_ABOUT, row, strict=False))
    said = dict(zip(Remark.__struct_fields__, row[len(_ABOUT) :], strict=True))
    said["written_at"] = moment(said["written_at"])
    return of_row(RemarkOnRecord, {**about, "remark": said})
