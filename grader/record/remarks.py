"""Records marks and comments by hand, by student, lesson and bytes: a regrade keeps them."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import asdict, replace
from sqlalchemy import Connection, select

from grader.model.remarks import RemarkOnRecord
from grader.model.report import Remark

from .attempts import AttemptRow
from .database import equal, of_row
from .tables import remarks

_NO_PASS_SCORES: Mapping[str, float] = {}


def add_remark(
    writing: Connection, student: str, lesson: str, submission_sha256: str | None, remark: Remark
) -> None:
    """Write a remark down."""
    about = {"student": student, "lesson": lesson, "submission_sha256": submission_sha256}
    said = {name: value for name, value in asdict(remark).items() if name in remarks.c}
    writing.execute(remarks.insert().values({**about, **said}))


def list_remarks(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> list[RemarkOnRecord]:
    """List remarks in the order in which they were written."""
    asked = select(remarks).where(*equal(remarks, student=student, lesson=lesson))
    rows = reading.execute(asked.order_by(remarks.c.id)).mappings()
    return [
        of_row(RemarkOnRecord, {**row, "remark": of_row(Remark, {**row, "case_id": None})})
        for row in rows
    ]


def remove_remark(writing: Connection, number: int) -> None:
    """Take a remark back."""
    writing.execute(remarks.delete().where(remarks.c.id == number))


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
    marks: dict[tuple[str, str, str | None], RemarkOnRecord] = {}
    for one in list_remarks(reading, students.pop() if len(students) == 1 else None):
        if one.remark.points is not None:
            marks[one.student, one.lesson, one.submission_sha256] = one
    found = []
    for row in rows:
        keys = [(row.student, row.lesson, sha) for sha in (None, row.submission_sha256)]
        about = [marks[key] for key in keys if key in marks]
        if row.judged_at is None or not about:
            found.append(row)
            continue
        points = str(max(about, key=lambda mark: mark.id).remark.points)
        share = Fraction(points) / (Fraction(row.max_points or 0) or 1)
        score = Fraction(str(pass_scores.get(row.lesson, 2)))
        passed = bool(Fraction(row.max_points or 0)) and share >= score
        found.append(replace(row, points=points, lesson_passed=passed, is_marked=True))
    return found
