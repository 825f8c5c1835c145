"""Keeps of whom a class has nothing that could be judged, and why: missing, not readable."""

from datetime import datetime

from grader.model.report import JudgedSubmission

from .attempts import pack_judged, unpack_judged
from .connections import Connection, matching
from .people import enrol


def put_not_judged(
    writing: Connection, lesson: str, judged: JudgedSubmission, now: datetime
) -> None:
    """Put on record why a student has no verdict; it stands in place of what was known."""
    student = judged.report.student
    enrol(writing, student, now)
    drop_not_judged(writing, student, lesson)
    writing.change(
        "INSERT INTO not_judged (student, lesson, judged, recorded_at)"
        " VALUES (:student, :lesson, :judged, :now)",
        student=student,
        lesson=lesson,
        judged=pack_judged(judged),
        now=now,
    )


def drop_not_judged(writing: Connection, student: str, lesson: str) -> None:
    """Forget it, since something came."""
    writing.change(
        "DELETE FROM not_judged WHERE student = :student AND lesson = :lesson",
        student=student,
        lesson=lesson,
    )


def list_not_judged(
    reading: Connection, student: str | None = None, lesson: str | None = None
) -> list[JudgedSubmission]:
    """List what is on record, by student and lesson."""
    chosen, values = matching(student=student, lesson=lesson)
    asked = f"SELECT student, lesson, judged FROM not_judged{chosen} ORDER BY student, lesson"
    return [
        unpack_judged(data, f"what is known of {who} at {what}")
        for who, what, data in reading.rows(asked, **values)
    ]
