"""Records marks and comments by hand, by student, lesson and bytes: a regrade keeps them."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from msgspec.structs import asdict, replace
from sqlalchemy import Connection, Select, select

from grader.model.remarks import RemarkOnRecord, remarks_on, with_remarks
from grader.model.report import Remark

from .attempts import AttemptRow, read_judged
from .database import equal, of_row
from .people import enrol, write_audit
from .tables import remarks

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
    about = {"student": student, "lesson": lesson, "submission_sha256": submission_sha256}
    added = remarks.insert().values({**about, **asdict(remark)}).returning(remarks.c.id)
    number: int = writing.execute(added).scalar_one()
    event = "commented" if remark.points is None else "marked"
    write_audit(writing, event, now, student=student, lesson=lesson)
    return number


def list_remarks(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> list[RemarkOnRecord]:
    """List remarks in the order in which they were written."""
    asked = select(remarks).where(*equal(remarks, student=student, lesson=lesson))
    return _read(reading, asked.order_by(remarks.c.id))


def remove_remark(writing: Connection, number: int, now: datetime) -> RemarkOnRecord | None:
    """Take a remark back; return it, or None where there is none of that number."""
    found = _read(writing, select(remarks).where(remarks.c.id == number))
    if not found:
        return None
    writing.execute(remarks.delete().where(remarks.c.id == number))
    write_audit(writing, "remark removed", now, student=found[0].student, lesson=found[0].lesson)
    return found[0]


def _read(reading: Connection, asked: Select[tuple[object, ...]]) -> list[RemarkOnRecord]:
    rows = reading.execute(asked).mappings()
    return [of_row(RemarkOnRecord, {**row, "remark": of_row(Remark, row)}) for row in rows]


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
    if not rows:
        return []
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
